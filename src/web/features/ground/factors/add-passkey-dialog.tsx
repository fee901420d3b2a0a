import { useState } from 'react'
import { deviceOf } from '#shared/features/ground/auth/rules.ts'
import { PasskeyName } from '#shared/features/ground/factors/contract.ts'
import { PASSKEY_NAME_MAXIMUM } from '#shared/features/ground/factors/rules.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { NameField } from '#web/ui/form/name-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { MESSAGES } from './messages.ts'
import { beginPasskey, useAddPasskey } from './queries.ts'
import { makePasskey, useScreenSignal } from './use-browser-passkeys.ts'

interface AddPasskeyDialogProps {
  onClose: () => void
  /** The first recovery codes of the account. */
  onCodes: (codes: readonly string[]) => void
}

/** Adds a passkey of this device, a phone or a security key. */
export function AddPasskeyDialog({ onClose, onCodes }: AddPasskeyDialogProps) {
  const { mutateAsync: add } = useAddPasskey()
  const signalOf = useScreenSignal()
  const [isCanceled, setCanceled] = useState(false)
  const form = useForm({
    id: 'add-passkey',
    known: { values: { name: deviceOf(navigator.userAgent).name } },
    check: PasskeyName,
  })
  const save = async ({ name }: { name: string }) => {
    const signal = signalOf()
    setCanceled(false)
    const { challenge, passkey: creation } = await beginPasskey()
    const passkey = await makePasskey(creation, signal)
    if (passkey === null) {
      setCanceled(true)
      throw new DOMException('Canceled', 'AbortError')
    }
    return add({ name: name.trim(), challenge, passkey })
  }
  const submit = () =>
    void form.submit(save, ({ recovery_codes: codes }) => {
      onClose()
      if (codes) onCodes(codes)
    })
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.passkeyNotAdded}
      title="Add a passkey"
      width={440}
      submitText="Continue"
      dirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField
        form={form}
        max={PASSKEY_NAME_MAXIMUM}
        hint="Helps you recognize it in the list."
        onPressEnter={submit}
      />
      <p className="meta mt-12">
        Your browser asks where to keep it: this device, your phone or a security key.
      </p>
      {isCanceled && (
        <div className="mt-12">
          <Alert kind="warn">
            <b>The passkey wasn’t added.</b> The browser’s window was closed. Try again when you’re ready.
          </Alert>
        </div>
      )}
    </FormDialog>
  )
}
