import './provider.css'
import { useQuery } from '@tanstack/react-query'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { continueWith, onlyNote } from './messages.ts'
import { ProviderMark } from './provider-sign-in-panel.tsx'
import { openProvider, useStartInvited } from './queries.ts'

interface ProviderOnlyProps {
  title: string
  /** The token of an invitation; null if the user is known at the provider already. */
  invitation: string | null
}

/** In place of a new password, where passwords are only for break-glass accounts. */
export function ProviderOnlyPanel({ title, invitation }: ProviderOnlyProps) {
  const { data: health } = useQuery(healthQuery)
  const { mutate: start, isPending } = useStartInvited(invitation ?? '')
  const label = health?.provider?.label
  if (label === undefined) return <Skeleton lines={4} />
  return (
    <div className="card-part">
      <h2>{title}</h2>
      <p>{onlyNote(label)}</p>
      <Button
        type="primary"
        size="large"
        block
        icon={<ProviderMark label={label} />}
        loading={isPending}
        onClick={() => (invitation === null ? openProvider() : start())}
      >
        {continueWith(label)}
      </Button>
    </div>
  )
}
