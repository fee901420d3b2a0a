import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Confirmed } from '#shared/features/ground/auth/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useUser } from '#web/api/session.ts'
import type { StepUpRequest } from '#web/api/step-up.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { FormField } from '#web/ui/form/form-field.tsx'
import { PageRefusal } from '#web/ui/form/form-refusal.tsx'
import { useForm, useFormStatus } from '#web/ui/form/use-form.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { MESSAGES } from './messages.ts'
import { useConfirmIdentity } from './queries.ts'

/** A wrong password is reported at its field only; other refusals above it. */
const fieldOf = (error: Error) =>
  error instanceof ApiError && error.issues.password !== undefined ? 'password' : undefined
const BLANK = { values: { password: '' } }

/** Asks for the password before a call that could take over an account; the call is then repeated. */
export function StepUpDialog({ request }: { request: StepUpRequest }) {
  const [isOpen, setOpen] = useState(true)
  const [isConfirmed, setConfirmed] = useState(false)
  const user = useUser()
  const { data: health } = useQuery(healthQuery)
  const { mutateAsync: confirm } = useConfirmIdentity()
  const form = useForm({ id: 'step-up', known: BLANK, check: Confirmed, fieldOf })
  const { isSaving } = useFormStatus(form)
  const submit = () =>
    void form.submit(
      ({ password }) => confirm(password),
      () => {
        setConfirmed(true)
        setOpen(false)
      },
    )
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }

  return (
    <Dialog
      open={isOpen}
      title="Confirm it’s you"
      width={440}
      submitText="Confirm"
      busy={isSaving}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      afterClose={() => request.settle(isConfirmed)}
    >
      <form onSubmit={submitForm} noValidate aria-label="Confirm it’s you">
        <PageRefusal form={form} title={MESSAGES.notConfirmed} />
        <p className="dialog-note">
          Enter your password to continue. You won’t be asked again for 15 minutes.
          {health?.sample && (
            <>
              {' '}
              Sample users have the password <b>{health.sample.password}</b> unless it was changed.
            </>
          )}
        </p>
        {/* Tells password managers which account the password belongs to. */}
        <input
          className="visually-hidden"
          type="email"
          autoComplete="username"
          aria-hidden="true"
          tabIndex={-1}
          value={user?.username ?? ''}
          readOnly
        />
        <FormField
          form={form}
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        <button type="submit" className="visually-hidden" tabIndex={-1}>
          Confirm
        </button>
      </form>
    </Dialog>
  )
}
