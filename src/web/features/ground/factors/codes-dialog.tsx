import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { plainRecoveryCode, shownRecoveryCode } from '#shared/features/ground/factors/rules.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { copyText } from '#web/ui/input/copy-text.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { CLOSE_CODES, MESSAGES } from './messages.ts'

const FILE = 'copydesk-recovery-codes.txt'

interface CodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

/** New recovery codes, which are shown this once. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const [isKept, setKept] = useState(false)
  const shown = codes.map((code) => shownRecoveryCode(plainRecoveryCode(code)))
  const text = `${shown.join('\n')}\n`
  return (
    <Dialog
      open
      title="Keep these codes"
      width={440}
      submitText="Done"
      submitDisabled={!isKept}
      onSubmit={onClose}
      onClose={onClose}
      dirty={!isKept}
      question={CLOSE_CODES}
      hasCancel={false}
    >
      <p className="dialog-note">{MESSAGES.keepCodes}</p>
      <ul className="recovery-codes" aria-label="Recovery codes">
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="cluster gap-8 mt-12 mb-12">
        <Button
          size="small"
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copyText(text, 'Copied')}
          data-first-focus
        >
          Copy
        </Button>
        <Button
          size="small"
          icon={<Download aria-hidden="true" />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), FILE)}
        >
          Download
        </Button>
        <Button size="small" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
        {MESSAGES.kept}
      </Checkbox>
    </Dialog>
  )
}
