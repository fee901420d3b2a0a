import { factorEndpoints } from '#shared/features/ground/factors/contract.ts'
import type { PasskeyAssertion } from '#shared/features/ground/factors/proof.ts'
import { isConflict, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { session } from '#web/api/session.ts'
import type { FactorProof } from './queries.ts'
import { endSecondStep, leaveSecondStep, type OpenStep } from './use-second-step.ts'

/** Finishes the sign-in, or returns to the form if the step has expired. Wrong proofs are thrown. */
export async function finishSignIn({ details }: OpenStep, proof: FactorProof): Promise<void> {
  try {
    const body = { ...proof, challenge: details.challenge }
    const answer = await call(factorEndpoints.finishSignIn, { body })
    if (answer === null) throw serviceUnavailable()
    session.signIn(answer.token, answer.user)
    endSecondStep()
  } catch (error) {
    if (!isConflict(error)) throw error
    leaveSecondStep(true)
  }
}

/** What the browser needs for a sign-in without a password. */
export async function beginPasskeySignIn() {
  const begun = await call(factorEndpoints.beginPasskeySignIn)
  if (begun === null) throw serviceUnavailable()
  return begun
}

export async function signInWithPasskey(body: { challenge: string; passkey: PasskeyAssertion }) {
  const answer = await call(factorEndpoints.signInWithPasskey, { body })
  if (answer === null) throw serviceUnavailable()
  session.signIn(answer.token, answer.user)
  endSecondStep()
}
