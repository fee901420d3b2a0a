import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ProviderRefusalDetails, providerEndpoints } from '#shared/features/ground/provider/contract.ts'
import { ApiError, refusalOf, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { session } from '#web/api/session.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { sessionsQuery } from '#web/features/ground/auth/queries.ts'
import { beginSecondStep, endSecondStep } from '#web/features/ground/factors/use-second-step.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { connected, disconnected, MESSAGES, notConnected, notDisconnected, notFinished } from './messages.ts'
import { rememberMethod, setRefusal } from './use-provider-refusal.ts'
import { forgetSignedOut } from './use-still-there.ts'

/** Whether the provider answers; asked whenever the sign-in card opens. */
export const providerQuery = queryOptions({
  queryKey: ['provider', 'state'],
  queryFn: ({ signal }) => call(providerEndpoints.read, {}, { signal }),
  retry: false,
  gcTime: 0,
})

/** Leaves this page for the provider. */
export function openProvider({ another = false } = {}): void {
  setRefusal(null)
  window.location.assign(`${providerEndpoints.start.path}${another ? '?another=1' : ''}`)
}

async function finish(): Promise<void> {
  setRefusal(null)
  try {
    const answer = await call(providerEndpoints.finish)
    if (answer === null) throw serviceUnavailable()
    rememberMethod('provider')
    forgetSignedOut()
    session.signIn(answer.token, answer.user)
    endSecondStep()
    if (answer.next !== null) window.location.replace(answer.next)
  } catch (error) {
    const step = refusalOf(providerEndpoints.finish, 422, error)
    if (step) return beginSecondStep(step.username, step, { isThroughProvider: true })
    if (!(error instanceof ApiError)) throw error
    const details = refusalOf(providerEndpoints.finish, 403, error)
    const unexplained: ProviderRefusalDetails = { reason: 'failed', email: null, admins: [] }
    setRefusal({ ...(details ?? unexplained), message: error.message })
  }
}

let running: Promise<void> | null = null

/** Asks once what came of the way to the provider; the answer is used up. */
export function finishSignIn(): Promise<void> {
  running ??= finish().finally(() => {
    running = null
  })
  return running
}

const go = ({ location }: { location: string }) => window.location.assign(location)
const known = <Value>(answer: Value | null): Value => {
  if (answer === null) throw serviceUnavailable()
  return answer
}

/** Accepts an invitation with an account at the provider. */
export const useStartInvited = (token: string) =>
  useMutation({
    mutationFn: async () => go(known(await call(providerEndpoints.startInvited, { body: { token } }))),
    onError: handleError(MESSAGES.signInError),
  })

/** The user's account at the provider. */
export const ownIdentityQuery = queryOptions({
  queryKey: ['provider', 'own'],
  queryFn: async ({ signal }) => known(await call(providerEndpoints.readOwn, {}, { signal })),
})

export const useConnect = (label: string) =>
  useMutation({
    mutationFn: async () => go(known(await call(providerEndpoints.connect))),
    onError: handleError(notConnected(label)),
  })

/** Leaves this page to confirm the user's identity at the provider. */
export const useConfirmAtProvider = () =>
  useMutation({ mutationFn: async () => go(known(await call(providerEndpoints.confirm))) })

let completing: ReturnType<typeof completeOnce> | null = null
const completeOnce = async () => known(await call(providerEndpoints.complete))

/** Completes the call that sent the browser to the provider. */
export function useComplete(label: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => {
      completing ??= completeOnce().finally(() => {
        completing = null
      })
      return completing
    },
    onSuccess: ({ done }) =>
      done === 'connected'
        ? notify({ kind: 'success', title: connected(label) })
        : notify({ kind: 'success', title: MESSAGES.confirmed, description: MESSAGES.confirmedNote }),
    onError: handleError(notFinished(label)),
    onSettled: () => queries.invalidateQueries({ queryKey: ownIdentityQuery.queryKey }),
  })
}

export function useDisconnect(label: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(providerEndpoints.disconnect),
    onSuccess: () => notify({ kind: 'success', title: disconnected(label) }),
    onError: handleError(notDisconnected(label)),
    onSettled: () => {
      for (const queryKey of [ownIdentityQuery.queryKey, sessionsQuery.queryKey])
        void queries.invalidateQueries({ queryKey })
    },
  })
}

/** Another user's account at the provider. */
export const userIdentityQuery = (userId: number) =>
  queryOptions({
    queryKey: ['provider', 'user', userId],
    queryFn: async ({ signal }) =>
      known(await call(providerEndpoints.readOf, { params: { id: userId } }, { signal })),
  })

export function useDisconnectUser(label: string, userId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(providerEndpoints.disconnectOf, { params: { id: userId } }),
    onSuccess: () => notify({ kind: 'success', title: disconnected(label) }),
    onError: handleError(notDisconnected(label)),
    // Their sessions end, and the trail has an entry.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: userIdentityQuery(userId).queryKey }),
        queries.invalidateQueries({ queryKey: ['users', 'sessions', userId] }),
        queries.invalidateQueries({ queryKey: ['audit', 'person', userId] }),
      ]),
  })
}
