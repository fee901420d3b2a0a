import './provider.css'
import { Button } from '#web/ui/input/button.tsx'
import { continueWith, inviteNote } from './messages.ts'
import { ProviderMark } from './provider-sign-in-panel.tsx'
import { useStartInvited } from './queries.ts'

/** Below the first password: accepts the invitation with an account at the provider instead. */
export function InvitedPanel({ label, token }: { label: string; token: string }) {
  const { mutate: start, isPending } = useStartInvited(token)
  return (
    <div className="card-part">
      <p className="provider-or row gap-12 meta">or</p>
      <Button
        size="large"
        block
        icon={<ProviderMark label={label} />}
        loading={isPending}
        onClick={() => start()}
      >
        {continueWith(label)}
      </Button>
      <p className="meta mt-16">{inviteNote(label)}</p>
    </div>
  )
}
