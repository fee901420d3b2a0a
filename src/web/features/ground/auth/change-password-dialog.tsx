import { PasswordChange } from '#shared/features/ground/auth/contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { FormField } from '#web/ui/form/form-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { MESSAGES } from './messages.ts'
import { useChangePassword } from './queries.ts'

const BLANK = { values: { password: '', newPassword: '', confirmation: '' } }

const FIELDS = [
  { name: 'password', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmation', label: 'Confirmation', autoComplete: 'new-password' },
] as const

interface ChangePasswordDialogProps {
  open: boolean
  onClose: () => void
}

/** Changes the user's own password; requires the current one. */
export function ChangePasswordDialog({ open, onClose }: ChangePasswordDialogProps) {
  const form = useForm({ id: 'change-password', known: BLANK, check: PasswordChange })
  const { mutateAsync: change } = useChangePassword()
  const done = () => {
    notify({ kind: 'success', title: MESSAGES.passwordChanged })
    onClose()
  }
  const submit = () =>
    void form.submit(({ password, newPassword }) => change({ password, newPassword }), done)

  return (
    <FormDialog
      form={form}
      failTitle={MESSAGES.passwordNotChanged}
      open={open}
      title="Change Password"
      width={480}
      submitText="Change Password"
      onSubmit={submit}
      onClose={onClose}
      afterClose={() => form.reset()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        noValidate
        aria-label="Change Password"
      >
        {FIELDS.map(({ name, label, autoComplete }) => (
          <FormField
            key={name}
            form={form}
            name={name}
            label={label}
            type="password"
            autoComplete={autoComplete}
          />
        ))}
        <button type="submit" className="visually-hidden" tabIndex={-1}>
          Change Password
        </button>
      </form>
    </FormDialog>
  )
}
