import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { LinkGreeting } from '#shared/features/ground/auth/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { referenceOf } from '#web/ui/text/reference.ts'
import { MESSAGES } from './messages.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { type NewPassword, type SignInValues, useSignIn } from './queries.ts'

const ProviderOnlyPanel = onDemand(
  () =>
    import('#web/features/ground/provider/provider-only-panel.tsx').then(
      ({ ProviderOnlyPanel }) => ProviderOnlyPanel,
    ),
  <Skeleton lines={4} />,
)

interface SetPasswordProps {
  token: string
  kind: 'invitation' | 'reset'
  /** The user of the link; an invalid link redirects to the sign-in, which says so. */
  link: UseQueryResult<LinkGreeting | null>
  save: UseMutationResult<SignInValues, unknown, NewPassword>
  greeting: (firstName: string) => string
  label: string
  failTitle: string
  /** Another way to accept the link. */
  below?: ReactNode
}

/** Whether the validity of the link is unknown: the server could not be reached, or failed. */
const isAway = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof ApiError && error.status < 500 && error.status !== 429)

/** Sets a password through a mailed link, and signs the user in with it. */
export function SetPassword({
  token,
  kind,
  link,
  save,
  greeting,
  label,
  failTitle,
  below,
}: SetPasswordProps) {
  const signIn = useSignIn()
  const navigate = useNavigate()
  const { data, error } = link

  useEffect(() => {
    if (!error || isAway(error)) return
    void navigate({ to: SCREENS.signIn.path, replace: true, state: { deadLink: kind } })
  }, [error, navigate, kind])

  if (!data && isAway(error))
    return (
      <Failed
        title={MESSAGES.linkNotRead}
        message={error.message}
        reference={referenceOf(error)}
        onRetry={() => void link.refetch()}
      />
    )
  if (!data) return <Skeleton lines={4} />
  if (data.is_provider_only)
    return (
      <ProviderOnlyPanel
        title={greeting(data.first_name)}
        invitation={kind === 'invitation' ? token : null}
      />
    )
  const goToSignIn = () => void navigate({ to: SCREENS.signIn.path, replace: true })
  const submit = (password: string) =>
    save.mutateAsync({ token, password }).then((credentials) =>
      signIn.mutate(credentials, {
        onSuccess: (outcome) => {
          if (outcome === 'secondFactor') goToSignIn()
        },
        onError: (failure) => {
          handleError(MESSAGES.signInError)(failure)
          goToSignIn()
        },
      }),
    )
  return (
    <>
      <div className="card-part">
        <h2>{greeting(data.first_name)}</h2>
        <p>{MESSAGES.createPassword}</p>
        <NewPasswordForm label={label} failTitle={failTitle} busy={signIn.isPending} onSubmit={submit} />
      </div>
      {below}
    </>
  )
}
