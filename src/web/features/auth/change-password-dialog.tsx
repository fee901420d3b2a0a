import { useState } from 'react'
import { PasswordChange } from '#shared/features/auth/contract.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { formIssues } from '#web/ui/form-issues.ts'
import { notify } from '#web/ui/notify.ts'
import { MESSAGES } from './messages.ts'
import { useChangePassword } from './queries.ts'

const BLANK = { password: '', newPassword: '', confirmation: '' }

const FIELDS = [
  { name: 'password', label: 'Current password', autoComplete: 'current-password' },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { name: 'confirmation', label: 'Confirmation', autoComplete: 'new-password' },
] as const

interface ChangePasswordDialogProps {
  open: boolean
  onClose: () => void
}

/** The own password, replaced by somebody who knows the current one. */
export function ChangePasswordDialog({ open, onClose }: ChangePasswordDialogProps) {
  const [values, setValues] = useState(BLANK)
  const [issues, setIssues] = useState<Record<string, string>>({})
  const change = useChangePassword()

  const reset = () => {
    setValues(BLANK)
    setIssues({})
  }
  const submit = () => {
    const found = formIssues(PasswordChange, values)
    setIssues(found)
    if (Object.keys(found).length > 0) return
    const { password, newPassword } = values
    change.mutate(
      { password, newPassword },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: MESSAGES.passwordChanged })
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      title="Change Password"
      width={480}
      submitText="Change Password"
      busy={change.isPending}
      dirty={Object.values(values).some((value) => value !== '')}
      onSubmit={submit}
      onClose={onClose}
      afterClose={reset}
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
          <Field
            key={name}
            label={label}
            type="password"
            autoComplete={autoComplete}
            value={values[name]}
            error={issues[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
        <button type="submit" className="visually-hidden" tabIndex={-1}>
          Change Password
        </button>
      </form>
    </Dialog>
  )
}
