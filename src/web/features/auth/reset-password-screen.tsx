import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { hello, MESSAGES } from './messages.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { resetQuery, useReset, useSignIn } from './queries.ts'

/** A new password in place of a forgotten one; signs the person in with it. */
export function ResetPasswordScreen() {
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const link = useQuery(resetQuery(token))
  const reset = useReset()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const { error } = link

  useEffect(() => {
    if (!error) return
    handleError(MESSAGES.invalidConfirmation)(error)
    void navigate({ to: SCREENS.signIn.path, replace: true })
  }, [error, navigate])

  if (!link.data) return <Skeleton lines={4} />
  const save = (password: string) =>
    reset.mutate(
      { token, password },
      {
        onSuccess: (credentials) =>
          signIn.mutate(credentials, {
            onError: () => void navigate({ to: SCREENS.signIn.path, replace: true }),
          }),
      },
    )
  return (
    <div className="card-part">
      <h2>{hello(link.data.first_name)}</h2>
      <p>{MESSAGES.createPassword}</p>
      <NewPasswordForm label="Reset password" busy={reset.isPending || signIn.isPending} onSubmit={save} />
    </div>
  )
}
