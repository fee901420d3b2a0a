import { TunnelBody } from '#shared/features/operate/webhooks/contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { FAILURES } from './messages.ts'
import { useSetTunnel } from './queries.ts'

const WIDTH = 520

/** The address at which a vendor's boards reach a development server; only shown on one. */
export function TunnelDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useSetTunnel()
  const form = useForm({ id: 'tunnel', known: { values: { url: '' } }, check: TunnelBody })
  const submit = () =>
    form.submit(
      ({ url }) => mutateAsync(url),
      (answer) => {
        notify({ kind: 'success', title: `Boards now call ${answer?.publicHost ?? 'the tunnel'}` })
        onClose()
      },
    )
  return (
    <FormDialog
      form={form}
      title="Tunnel URL"
      width={WIDTH}
      failTitle={FAILURES.tunnel}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <form
        noValidate
        aria-label="Tunnel URL"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          form={form}
          name="url"
          label="Tunnel URL"
          required
          autoFocus
          spellCheck={false}
          placeholder="https://…"
          hint="Outside boards will call this address until the server stops. Their webhooks are recreated. Built-in boards don’t need a tunnel."
        />
      </form>
    </FormDialog>
  )
}
