import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { Credentials } from '#shared/features/ground/auth/contract.ts'
import { ExpiredStepNote } from '#web/features/ground/factors/expired-step-note.tsx'
import { useSecondStep } from '#web/features/ground/factors/use-second-step.ts'
import { FormField } from '#web/ui/form/form-field.tsx'
import { PageRefusal } from '#web/ui/form/form-refusal.tsx'
import { useForm, useFormStatus } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { MESSAGES } from './messages.ts'
import { useSignIn } from './queries.ts'

/**
 * Email and password. A refusal is shown above and keeps both values; the next key press replaces the
 * password.
 */
export function SignInForm({ offersPasskeys }: { offersPasskeys: boolean }) {
  const signIn = useSignIn()
  // Of the step that the user left or that expired.
  const { email, hasExpired, wasThroughProvider } = useSecondStep()
  const known = { values: { username: email, password: '' } }
  const form = useForm({ id: 'sign-in', known, check: Credentials })
  const { isSaving } = useFormStatus(form)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const isIn = await form.submit(({ username, password }) =>
      signIn.mutateAsync({ username: username.trim().toLowerCase(), password }),
    )
    const field = document.getElementById(form.fieldId('password'))
    if (!isIn && form.state().status.refusal && field instanceof HTMLInputElement) {
      field.focus()
      field.select()
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label="Sign in">
      {hasExpired && <ExpiredStepNote wasThroughProvider={wasThroughProvider} />}
      <PageRefusal form={form} title={MESSAGES.signInError} />
      <FormField
        form={form}
        label="Email"
        name="username"
        type="email"
        autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormField
        form={form}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus={email !== ''}
        aside={<Link to={SCREENS.forgotPassword.path}>Forgot your password?</Link>}
      />
      <Button htmlType="submit" type="primary" size="large" block loading={isSaving}>
        Sign in
      </Button>
    </form>
  )
}
