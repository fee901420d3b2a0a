import { Copy } from 'lucide-react'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { z } from 'zod'
import { TotpCode } from '#shared/features/ground/factors/form.ts'
import { plainTotp } from '#shared/features/ground/factors/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { FormField } from '#web/ui/form/form-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { copyText } from '#web/ui/input/copy-text.ts'
import { MESSAGES } from './messages.ts'
import { useConfirmTotp } from './queries.ts'

const TITLE = 'Set up an authenticator app'
const BLANK = { values: { code: '' } }
const FirstCode = z.object({ code: TotpCode })
const GROUP = /.{1,4}/g

/** Dark on white in both themes: many cameras read nothing else. */
function QrPicture({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 0 })
    const squares = data.flatMap((line, y) => line.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size: modules, path: squares.join('') }
  }, [text])
  return (
    <svg className="qr-picture" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code with the key">
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}

interface TotpDialogProps {
  begun: { secret: string; uri: string }
  onClose: () => void
  /** The first recovery codes of the account. */
  onCodes: (codes: readonly string[]) => void
}

/** Turns on an authenticator app with its first code. */
export function TotpDialog({ begun: { secret, uri }, onClose, onCodes }: TotpDialogProps) {
  const { mutateAsync: confirm } = useConfirmTotp()
  const form = useForm({
    id: 'totp',
    known: BLANK,
    check: FirstCode,
    fieldOf: (error) => (error instanceof ApiError && error.issues.code !== undefined ? 'code' : undefined),
  })
  const submit = () =>
    void form.submit(
      ({ code }) => confirm(plainTotp(code)),
      ({ recovery_codes: codes }) => {
        onClose()
        if (codes) onCodes(codes)
      },
    )
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.totpNotTurnedOn}
      title={TITLE}
      width={480}
      submitText="Turn on"
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="totp-key mb-16">
        <QrPicture text={uri} />
        <div>
          <ol>
            <li>Open your authenticator app and scan this.</li>
            <li>Enter the code it shows.</li>
          </ol>
          <p className="meta mt-8">Can’t scan? Enter this key:</p>
          <p className="totp-secret mb-4">{secret.match(GROUP)?.join(' ')}</p>
          <Button
            size="small"
            icon={<Copy aria-hidden="true" />}
            onClick={() => void copyText(secret, 'Copied')}
          >
            Copy key
          </Button>
        </div>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        noValidate
        aria-label={TITLE}
      >
        <FormField
          form={form}
          name="code"
          label="Code"
          className="code-input"
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <button type="submit" className="visually-hidden" tabIndex={-1}>
          Turn on
        </button>
      </form>
    </FormDialog>
  )
}
