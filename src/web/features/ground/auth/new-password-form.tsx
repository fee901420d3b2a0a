import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { PasswordCreation } from '#shared/features/ground/auth/contract.ts'
import { FormField } from '#web/ui/form/form-field.tsx'
import { PageRefusal } from '#web/ui/form/form-refusal.tsx'
import { useForm, useFormStatus } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'

interface NewPasswordFormProps {
  label: string
  /** Title of a refusal. */
  failTitle: string
  /** Further work is in progress after the password was set. */
  busy: boolean
  onSubmit: (password: string) => Promise<unknown>
}

const BLANK = { values: { password: '', confirmation: '' } }

/** A new password, typed twice; for the first password and the reset. */
export function NewPasswordForm({ label, failTitle, busy, onSubmit }: NewPasswordFormProps) {
  const form = useForm({ id: 'new-password', known: BLANK, check: PasswordCreation })
  const { isSaving } = useFormStatus(form)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void form.submit(({ password }) => onSubmit(password))
  }

  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <PageRefusal form={form} title={failTitle} />
      <FormField form={form} name="password" label="Password" type="password" autoComplete="new-password" />
      <FormField
        form={form}
        name="confirmation"
        label="Confirmation"
        type="password"
        autoComplete="new-password"
      />
      <Button htmlType="submit" type="primary" size="large" block loading={busy || isSaving}>
        Continue
      </Button>
      <Link to={SCREENS.signIn.path} className="btn btn-text btn-large btn-block">
        Back to Login
      </Link>
    </form>
  )
}
