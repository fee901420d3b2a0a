import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import { SampleMailNote } from '#web/features/ground/system/sample-mail-note.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormField } from '#web/ui/form/form-field.tsx'
import { PageRefusal } from '#web/ui/form/form-refusal.tsx'
import { useForm, useFormStatus } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { MESSAGES } from './messages.ts'
import { useRequestReset } from './queries.ts'

const BLANK = { values: { username: '' } }

interface ResetRequestFormProps {
  title: string
  text: string
  submitText: string
  /** Above the title. */
  children?: ReactNode
}

/** Requests a reset link; the response is the same whether or not the account exists. */
export function ResetRequestForm({ title, text, submitText, children }: ResetRequestFormProps) {
  const request = useRequestReset()
  const form = useForm({ id: 'forgot-password', known: BLANK, check: authEndpoints.requestReset.body })
  const { isSaving } = useFormStatus(form)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit(({ username }) => request.mutateAsync(username.trim().toLowerCase()))
  }

  if (request.isSuccess)
    return (
      <div className="card-part">
        {children === undefined && <h2>{title}</h2>}
        <Alert kind="good" title={MESSAGES.resetSent}>
          {request.data?.message}
        </Alert>
        <SampleMailNote />
        <p className="card-help">
          <Link to={SCREENS.signIn.path}>Back to Login</Link>
        </p>
      </div>
    )
  return (
    <div className="card-part">
      {children}
      <h2>{title}</h2>
      <p className="quiet">{text}</p>
      <form onSubmit={submit} noValidate aria-label={title}>
        <PageRefusal form={form} title={MESSAGES.resetFailed} />
        <FormField
          form={form}
          name="username"
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button htmlType="submit" type="primary" size="large" block loading={isSaving}>
          {submitText}
        </Button>
        <Link to={SCREENS.signIn.path} className="btn btn-text btn-large btn-block">
          Back to Login
        </Link>
      </form>
    </div>
  )
}
