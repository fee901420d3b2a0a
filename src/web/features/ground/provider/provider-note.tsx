import './provider.css'
import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import {
  AWAY_LIMITED_NOTE,
  AWAY_NOTE,
  awayTitle,
  canceledNote,
  MESSAGES,
  signOutThere,
  stillThereNote,
} from './messages.ts'
import { useIsAway } from './provider-sign-in-panel.tsx'
import { providerQuery } from './queries.ts'
import { useProviderRefusal } from './use-provider-refusal.ts'
import { useIsStillThere } from './use-still-there.ts'

/** Signing out here ends no session at the provider. */
function StillThere({ label }: { label: string }) {
  const { data } = useQuery(providerQuery)
  return (
    <Alert kind="note">
      {stillThereNote(label)}
      {data?.sign_out && (
        <p>
          <a href={data.sign_out}>{signOutThere(label)}</a>
        </p>
      )}
    </Alert>
  )
}

function Note({ label }: { label: string }) {
  const refusal = useProviderRefusal()
  const isAway = useIsAway()
  const isStillThere = useIsStillThere()
  const { data: health } = useQuery(healthQuery)
  if (isAway)
    return (
      <Alert kind="warn" title={awayTitle(label)}>
        {health?.provider?.limits_passwords ? AWAY_LIMITED_NOTE : AWAY_NOTE}
      </Alert>
    )
  if (refusal === null) return isStillThere ? <StillThere label={label} /> : null
  if (refusal.reason === 'canceled') return <Alert kind="note">{canceledNote(label)}</Alert>
  if (refusal.reason === 'connectFirst') return <Alert kind="note">{refusal.message}</Alert>
  return (
    <Alert kind="bad" title={MESSAGES.signInError}>
      {refusal.message}
    </Alert>
  )
}

/** Above the sign-in form: why the provider signed nobody in. */
export const ProviderNote = ({ label }: { label: string }) => (
  <div className="provider-note">
    <Note label={label} />
  </div>
)
