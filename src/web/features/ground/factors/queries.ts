import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { factorEndpoints, type PasskeyAttestation } from '#shared/features/ground/factors/contract.ts'
import type { IdentityProof, PasskeyAssertion } from '#shared/features/ground/factors/form.ts'
import { isConflict, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { session } from '#web/api/session.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { refreshProfile, sessionsQuery } from '#web/features/ground/auth/queries.ts'
import { rememberMethod } from '#web/features/ground/provider/use-provider-refusal.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES } from './messages.ts'
import { endSecondStep, isCurrentStep, leaveSecondStep, type OpenStep } from './use-second-step.ts'

/** One way to prove who the user is, without the password. */
export type FactorProof = Omit<IdentityProof, 'password'>

const known = <Value>(answer: Value | null): Value => {
  if (answer === null) throw serviceUnavailable()
  return answer
}

/**
 * Finishes the sign-in, or returns to the form if the step has expired; nothing happens if the user left the
 * step. Wrong proofs are thrown.
 */
export async function finishSignIn(step: OpenStep, proof: FactorProof): Promise<void> {
  try {
    const body = { ...proof, challenge: step.details.challenge }
    const { token, user } = known(await call(factorEndpoints.finishSignIn, { body }))
    if (!isCurrentStep(step)) return
    session.signIn(token, user)
    endSecondStep()
    rememberMethod(step.isThroughProvider ? 'provider' : 'other')
  } catch (error) {
    if (!isConflict(error)) throw error
    if (isCurrentStep(step)) leaveSecondStep(true)
  }
}

/** What the browser needs for a sign-in without a password. */
export async function beginPasskeySignIn() {
  return known(await call(factorEndpoints.beginPasskeySignIn))
}

/** Signs in; nothing happens if the user left the sign-in card meanwhile. */
export async function signInWithPasskey(
  body: { challenge: string; passkey: PasskeyAssertion },
  signal: AbortSignal,
) {
  const { token, user } = known(await call(factorEndpoints.signInWithPasskey, { body }))
  if (signal.aborted) return
  session.signIn(token, user)
  endSecondStep()
  rememberMethod('other')
}

/** What the browser needs to confirm the user's identity with a passkey. */
export const beginConfirmation = async () => known(await call(factorEndpoints.beginConfirmation))

/** How the user can sign in. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: async ({ signal }) => known(await call(factorEndpoints.read, {}, { signal })),
})

/** Reads again what a change of a factor changes: the factors, and other sessions, which may have ended. */
function useReadAgain() {
  const queries = useQueryClient()
  // Without a promise: a mutation that waited would end after its row has gone, which then misses the outcome.
  return () => {
    for (const queryKey of [factorsQuery.queryKey, sessionsQuery.queryKey] satisfies QueryKey[])
      void queries.invalidateQueries({ queryKey })
    // The reminder goes. A user who must set up a factor goes on once the codes are kept.
    const user = session.user()
    if (user?.second_factor_due !== undefined && !user.must_set_up_factor) refreshProfile().catch(() => {})
  }
}

const say = (title: string) => () => notify({ kind: 'success', title })

/** A new key, which counts once a code of it was sent. */
export const useBeginTotp = () =>
  useMutation({
    mutationFn: async () => known(await call(factorEndpoints.beginTotp)),
    onError: handleError(MESSAGES.totpNotTurnedOn),
  })

export function useConfirmTotp() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: async (code: string) => known(await call(factorEndpoints.confirmTotp, { body: { code } })),
    onSuccess: say(MESSAGES.totpTurnedOn),
    onSettled: readAgain,
  })
}

export function useRemoveTotp() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: () => call(factorEndpoints.removeTotp),
    onSuccess: say(MESSAGES.totpRemoved),
    onError: handleError(MESSAGES.totpNotRemoved),
    onSettled: readAgain,
  })
}

export const beginPasskey = async () => known(await call(factorEndpoints.beginPasskey))

export function useAddPasskey() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: async (body: { name: string; challenge: string; passkey: PasskeyAttestation }) =>
      known(await call(factorEndpoints.addPasskey, { body })),
    onSuccess: say(MESSAGES.passkeyAdded),
    onSettled: readAgain,
  })
}

export function useRenamePasskey(id: number) {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (name: string) => call(factorEndpoints.renamePasskey, { params: { id }, body: { name } }),
    onSuccess: say(MESSAGES.passkeyRenamed),
    onSettled: readAgain,
  })
}

export function useRemovePasskey() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: (id: number) => call(factorEndpoints.removePasskey, { params: { id } }),
    onSuccess: say(MESSAGES.passkeyRemoved),
    onError: handleError(MESSAGES.passkeyNotRemoved),
    onSettled: readAgain,
  })
}

export function useRenewCodes() {
  const readAgain = useReadAgain()
  return useMutation({
    mutationFn: async () => known(await call(factorEndpoints.renewRecoveryCodes)),
    onError: handleError(MESSAGES.codesNotMade),
    onSettled: readAgain,
  })
}

/** Removes all factors of another user, who lost them. */
export function useResetFactors(userId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(factorEndpoints.resetOf, { params: { id: userId } }),
    onSuccess: say(MESSAGES.reset),
    onError: handleError(MESSAGES.notReset),
    // Their sessions end, and the trail has an entry.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['users', 'sessions', userId] }),
        queries.invalidateQueries({ queryKey: ['audit', 'person', userId] }),
      ]),
  })
}
