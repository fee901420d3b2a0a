import './provider.css'
import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Button } from '#web/ui/input/button.tsx'
import { adminNames, anotherAccount, hasPasswordHint, unknownTitle } from './messages.ts'
import { openProvider } from './queries.ts'
import { type ProviderRefusal, setRefusal } from './use-provider-refusal.ts'

/** In place of the sign-in: the provider knows the user, and nobody here does. */
export function StrangerCard({ label, refusal }: { label: string; refusal: ProviderRefusal }) {
  const { email, admins } = refusal
  const { data: health } = useQuery(healthQuery)
  return (
    <section className="card-part" aria-labelledby="stranger-title">
      <span className="stranger-mark" aria-hidden="true">
        <UserX size={24} />
      </span>
      <h2 id="stranger-title">{unknownTitle(label)}</h2>
      <p className="quiet">
        You’re signed in at {label}
        {email !== null && (
          <>
            {' as '}
            <b className="break-words">{email}</b>
          </>
        )}
        . Ask {adminNames(admins)} to invite you.
      </p>
      <Button type="primary" size="large" block onClick={() => setRefusal(null)}>
        Back to sign-in
      </Button>
      <Button size="large" block onClick={() => openProvider({ another: true })}>
        {anotherAccount(label)}
      </Button>
      {!health?.provider?.limits_passwords && <p className="meta mt-16">{hasPasswordHint(label)}</p>}
    </section>
  )
}
