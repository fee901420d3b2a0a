import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { PasswordCreation } from '#shared/features/auth/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formIssues } from '#web/ui/form-issues.ts'

interface NewPasswordFormProps {
  label: string
  busy: boolean
  onSubmit: (password: string) => void
}

/** A password twice; shared by the first password and the reset. */
export function NewPasswordForm({ label, busy, onSubmit }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [issues, setIssues] = useState<Record<string, string>>({})

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = formIssues(PasswordCreation, { password, confirmation })
    setIssues(found)
    if (Object.keys(found).length === 0) onSubmit(password)
  }

  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        value={password}
        error={issues.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Field
        label="Confirmation"
        type="password"
        autoComplete="new-password"
        value={confirmation}
        error={issues.confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
      />
      <Button type="submit" kind="primary" large wide busy={busy}>
        Continue
      </Button>
      <Link to={SCREENS.signIn.path} className="btn bare large wide">
        Back to Login
      </Link>
    </form>
  )
}
