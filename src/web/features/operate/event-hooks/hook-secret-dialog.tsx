import { SecretDialog } from '#web/ui/overlay/secret-dialog.tsx'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { CLOSE_SECRET, MESSAGES } from './messages.ts'

interface HookSecretDialogProps {
  secret: string
  onClose: () => void
}

/** The secret of a hook, which is shown this once. */
export function HookSecretDialog({ secret, onClose }: HookSecretDialogProps) {
  return (
    <SecretDialog
      title="Copy the secret now"
      label="Secret"
      secret={secret}
      note={MESSAGES.secretNote}
      question={CLOSE_SECRET}
      onClose={onClose}
    >
      {() => (
        <p className="meta mt-12">
          {MESSAGES.standard}{' '}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer" className="with-icon">
            {MESSAGES.howToCheck}
            <NewTabMark />
          </a>
        </p>
      )}
    </SecretDialog>
  )
}
