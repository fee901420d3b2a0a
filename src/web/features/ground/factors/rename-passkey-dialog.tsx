import { type OwnPasskey, PasskeyName } from '#shared/features/ground/factors/contract.ts'
import { PASSKEY_NAME_MAXIMUM } from '#shared/features/ground/factors/rules.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { NameField } from '#web/ui/form/name-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { MESSAGES } from './messages.ts'
import { useRenamePasskey } from './queries.ts'

interface RenamePasskeyDialogProps {
  passkey: OwnPasskey
  onClose: () => void
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const { mutateAsync: rename } = useRenamePasskey(passkey.id)
  const form = useForm({ id: 'passkey', known: { values: { name: passkey.name } }, check: PasskeyName })
  const submit = () => void form.submit(({ name }) => rename(name.trim()), onClose)
  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.passkeyNotRenamed}
      title="Rename passkey"
      width={440}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField form={form} max={PASSKEY_NAME_MAXIMUM} onPressEnter={submit} />
    </FormDialog>
  )
}
