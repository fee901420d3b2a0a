import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MESSAGES, welcome } from './messages.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { confirmationQuery, useConfirm, useSignIn } from './queries.ts'

/** The first password of a person who was invited; signs them in with it. */
export function ConfirmationScreen() {
  const { token = '' }: { token?: string } = useParams({ strict: false })
  const invitation = useQuery(confirmationQuery(token))
  const confirm = useConfirm()
  const signIn = useSignIn()
  const navigate = useNavigate()
  const { error } = invitation

  useEffect(() => {
    if (!error) return
    handleError(MESSAGES.invalidConfirmation)(error)
    void navigate({ to: SCREENS.signIn.path, replace: true })
  }, [error, navigate])

  if (!invitation.data) return <Skeleton lines={4} />
  const create = (password: string) =>
    confirm.mutate(
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
      <h2>{welcome(invitation.data.first_name)}</h2>
      <p>{MESSAGES.createPassword}</p>
      <NewPasswordForm
        label="Create a password"
        busy={confirm.isPending || signIn.isPending}
        onSubmit={create}
      />
    </div>
  )
}
