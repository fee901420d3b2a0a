import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import type { IdentityProof } from '#shared/features/ground/factors/form.ts'
import { countedIn } from '#shared/format/count.ts'
import { ApiError, AuthenticationError, refusalOf, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { session } from '#web/api/session.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { beginSecondStep, endSecondStep, forgetExpiry } from '#web/features/ground/factors/use-second-step.ts'
import { rememberMethod } from '#web/features/ground/provider/use-provider-refusal.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES } from './messages.ts'

export interface SignInValues {
  username: string
  password: string
}

/**
 * Signs in; the new session then redirects the user to the page they wanted. An account with a second factor is
 * asked for it on the sign-in screen.
 */
async function signIn(body: SignInValues): Promise<'signedIn' | 'secondFactor'> {
  forgetExpiry()
  try {
    const answer = await call(authEndpoints.signIn, { body })
    if (answer === null) throw serviceUnavailable()
    session.signIn(answer.token, answer.user)
    endSecondStep()
    rememberMethod('other')
    return 'signedIn'
  } catch (error) {
    const details = refusalOf(authEndpoints.signIn, 422, error)
    if (details === null) throw error
    beginSecondStep(body.username, details)
    return 'secondFactor'
  }
}

/** The form shows a refusal. */
export const useSignIn = () => useMutation({ mutationFn: signIn })

/**
 * Signs in as a user of the sample workspace. A changed password is not an error: the card itself says so.
 */
export function useSampleSignIn() {
  return useMutation({
    mutationFn: signIn,
    onError: (error) => {
      if (!(error instanceof AuthenticationError)) handleError(MESSAGES.signInError)(error)
    },
  })
}

/** Signs out immediately and notifies the server without waiting for its response. */
export function useSignOut(): () => void {
  return () => {
    call(authEndpoints.signOut, {}, { keepalive: true }).catch(() => undefined)
    session.signOut('chosen')
  }
}

/** Reads again who the user is and what they may do. */
export async function refreshProfile(): Promise<void> {
  const user = await call(authEndpoints.profile)
  if (user === null) throw serviceUnavailable()
  session.refresh(user)
}

export const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['auth', 'confirmation', token],
    queryFn: ({ signal }) => call(authEndpoints.readConfirmation, { query: { token } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const resetQuery = (token: string) =>
  queryOptions({
    queryKey: ['auth', 'reset', token],
    queryFn: ({ signal }) => call(authEndpoints.readReset, { query: { token } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface NewPassword {
  token: string
  password: string
}

/** Redeems an invitation; returns the user who can now sign in with the password. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: async (body: NewPassword) => {
      const answer = await call(authEndpoints.confirm, { body })
      if (answer === null) throw serviceUnavailable()
      return { username: answer.username, password: body.password }
    },
  })
}

export function useReset() {
  return useMutation({
    mutationFn: async (body: NewPassword) => {
      const answer = await call(authEndpoints.reset, { body })
      if (answer === null) throw serviceUnavailable()
      return { username: answer.username, password: body.password }
    },
  })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (username: string) => call(authEndpoints.requestReset, { body: { username } }),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { password: string; newPassword: string }) =>
      call(authEndpoints.changePassword, { body }),
  })
}

export function useConfirmIdentity() {
  return useMutation({
    mutationFn: (body: IdentityProof) => call(authEndpoints.confirmIdentity, { body }),
  })
}

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: async ({ signal }) => (await call(authEndpoints.listSessions, {}, { signal })) ?? [],
})

/** Administrators to ask for another role; they rarely change. */
export const adminsQuery = queryOptions({
  queryKey: ['auth', 'admins'],
  queryFn: ({ signal }) => call(authEndpoints.listAdmins, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Ends one session on another device. If it has already ended, that is not an error. */
export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      call(authEndpoints.endSession, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }),
    onSuccess: () => notify({ kind: 'success', title: MESSAGES.sessionEnded }),
    onError: handleError(MESSAGES.sessionNotEnded),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

/** Ends all other sessions. */
export function useEndOtherSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(authEndpoints.endOtherSessions),
    onSuccess: (answer) =>
      notify({
        kind: 'success',
        title: `${MESSAGES.sessionsEnded} ${countedIn(answer?.ended ?? 0, 'session')}`,
      }),
    onError: handleError(MESSAGES.sessionNotEnded),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
