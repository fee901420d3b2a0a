import { Copy } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Alert } from '../feedback/alert.tsx'
import { Button } from '../input/button.tsx'
import { copyText } from '../input/copy-text.ts'
import type { Question } from './confirm.ts'
import { Dialog } from './dialog.tsx'

const WIDTH = 520

interface SecretDialogProps {
  title: string
  /** The name of the secret: `Token`. */
  label: string
  secret: string
  /** What to do with it, after the warning that it is shown only now. */
  note: string
  /** Asked before the only chance to copy it passes. */
  question: Question
  /** Left of the button. */
  actions?: ReactNode
  onClose: () => void
  /** Below the field; gets a function that copies a text which contains the secret. */
  children?: (copy: (text: string) => void) => ReactNode
}

/** A secret that is shown this once. */
export function SecretDialog({
  title,
  label,
  secret,
  note,
  question,
  actions,
  onClose,
  children,
}: SecretDialogProps) {
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
    if (await copyText(text, 'Copied', blocked)) setCopied(true)
  }
  return (
    <Dialog
      open
      title={title}
      width={WIDTH}
      submitText="I’ve copied it"
      onSubmit={onClose}
      onClose={onClose}
      dirty={!isCopied}
      question={question}
      hasCancel={false}
      actions={actions}
    >
      <Alert kind="warn">
        <b>You won’t see it again.</b> {note}
      </Alert>
      <div className="shown-secret row gap-8 mt-16">
        <input
          ref={field}
          className="input"
          aria-label={label}
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
          Your browser doesn’t allow copying. The {label.toLowerCase()} is selected: press Ctrl C, or ⌘ C on a
          Mac.
        </p>
      )}
      {children?.((text) => void copy(text))}
    </Dialog>
  )
}
