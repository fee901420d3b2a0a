import './provider.css'
import { Button } from '#web/ui/input/button.tsx'
import { continueWith, onlyNote } from './messages.ts'
import { ProviderMark } from './provider-sign-in-panel.tsx'
import { openProvider, useStartInvited } from './queries.ts'

interface ProviderOnlyProps {
  title: string
  label: string
  /** The token of an invitation; null if the user is known at the provider already. */
  invitation: string | null
}

/** In place of a new password, where passwords are only for break-glass accounts. */
export function ProviderOnlyPanel({ title, label, invitation }: ProviderOnlyProps) {
  const { mutate: start, isPending } = useStartInvited(invitation ?? '')
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
