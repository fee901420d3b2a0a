import { Copy } from 'lucide-react'
import type { MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { MomentDay } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { SecretDialog } from '#web/ui/overlay/secret-dialog.tsx'
import { CLOSE_SECRET, curlLines, MESSAGES } from './messages.ts'

interface TokenSecretDialogProps {
  made: MadeApiToken
  onClose: () => void
}

/** A new token, which is shown this once. */
export function TokenSecretDialog({ made: { secret, token }, onClose }: TokenSecretDialogProps) {
  const { origin } = window.location
  return (
    <SecretDialog
      title="Copy your token now"
      label="Token"
      secret={secret}
      note={MESSAGES.shownOnce}
      question={CLOSE_SECRET}
      onClose={onClose}
      actions={
        <span className="row meta push-right">
          <span className="break-words">
            “{token.name}” · ends <MomentDay moment={token.ends_at} />
          </span>
        </span>
      }
    >
      {(copy) => (
        <>
          <div className="row between mt-12 mb-6">
            <p className="quiet">Try it in a terminal:</p>
            <Button
              size="small"
              icon={<Copy aria-hidden="true" />}
              aria-label="Copy the command"
              onClick={() => copy(curlLines(origin, secret))}
            >
              Copy
            </Button>
          </div>
          {/* The token is in the field above; here it would only break the lines. */}
          <pre className="token-curl">{curlLines(origin, `${token.start}…`)}</pre>
        </>
      )}
    </SecretDialog>
  )
}
