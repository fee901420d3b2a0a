import { Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { MomentDay } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { copyText } from '#web/ui/input/copy-text.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { CLOSE_SECRET, curlLines, MESSAGES } from './messages.ts'

interface TokenSecretDialogProps {
  made: MadeApiToken
  onClose: () => void
}

/** A new token, which is shown this once. */
export function TokenSecretDialog({ made: { secret, token }, onClose }: TokenSecretDialogProps) {
  const [isCopied, setCopied] = useState(false)
  const [isBlocked, setBlocked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const copy = async (text: string) => {
    const blocked = () => {
      setBlocked(true)
      field.current?.focus()
      field.current?.select()
    }
    if (await copyText(text, MESSAGES.copied, blocked)) setCopied(true)
  }
  const { origin } = window.location
  return (
    <Dialog
      open
      title="Copy your token now"
      width={520}
      submitText="I’ve copied it"
      onSubmit={onClose}
      onClose={onClose}
      dirty={!isCopied}
      question={CLOSE_SECRET}
      hasCancel={false}
      actions={
        <span className="row meta push-right">
          <span className="break-words">
            “{token.name}” · ends <MomentDay moment={token.ends_at} />
          </span>
        </span>
      }
    >
      <Alert kind="warn">
        <b>You won’t see it again.</b> {MESSAGES.shownOnce}
      </Alert>
      <div className="token-secret row gap-8">
        <input
          ref={field}
          className="input"
          aria-label="Token"
          aria-describedby={isBlocked ? id : undefined}
          value={secret}
          readOnly
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onCopy={() => setCopied(true)}
        />
        <Button icon={<Copy aria-hidden="true" />} onClick={() => void copy(secret)} data-first-focus>
          Copy
        </Button>
      </div>
      {isBlocked && (
        <p id={id} className="warn-text small" role="status">
          {MESSAGES.notCopied}
        </p>
      )}
      <div className="row between mt-12 mb-6">
        <p className="quiet">Try it in a terminal:</p>
        <Button
          size="small"
          icon={<Copy aria-hidden="true" />}
          aria-label="Copy the command"
          onClick={() => void copy(curlLines(origin, secret))}
        >
          Copy
        </Button>
      </div>
      {/* The token is in the field above; here it would only break the lines. */}
      <pre className="token-curl">{curlLines(origin, `${token.start}…`)}</pre>
    </Dialog>
  )
}
