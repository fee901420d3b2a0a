import { useSyncExternalStore } from 'react'
import type { SecondFactorDetails } from '#shared/features/ground/factors/form.ts'
import { STEP_LIFE_MS } from '#shared/features/ground/factors/rules.ts'

/** A sign-in whose password was accepted and that needs a second factor. */
export interface OpenStep {
  username: string
  details: SecondFactorDetails
  /**
   * In milliseconds of this browser's clock, which may differ from the server's: the step is counted from its
   * arrival.
   */
  endsAt: number
  /** The provider took the place of the password. */
  isThroughProvider: boolean
}

interface SignInProgress {
  step: OpenStep | null
  /** The email of the step that the user left. */
  email: string
  hasExpired: boolean
  /** The step that has expired followed the provider. */
  wasThroughProvider: boolean
}

const BEGINNING: SignInProgress = {
  step: null,
  email: '',
  hasExpired: false,
  wasThroughProvider: false,
}

const listeners = new Set<() => void>()
let progress = BEGINNING

function put(next: SignInProgress) {
  progress = next
  for (const listener of listeners) listener()
}

export const beginSecondStep = (
  username: string,
  details: SecondFactorDetails,
  { isThroughProvider = false } = {},
): void =>
  put({
    ...BEGINNING,
    step: { username, details, isThroughProvider, endsAt: Date.now() + STEP_LIFE_MS },
  })

/** Back to the form, which keeps the email. */
export const leaveSecondStep = (hasExpired = false): void =>
  put({
    step: null,
    email: progress.step?.username ?? progress.email,
    hasExpired,
    wasThroughProvider: progress.step?.isThroughProvider === true,
  })

/** For another attempt: the form no longer reports the step that expired. */
export const forgetExpiry = (): void => put({ ...progress, hasExpired: false })

/** Whether the user is still in the step, and not in a later one of the same account either. */
export const isCurrentStep = (step: OpenStep): boolean => step === progress.step

/** The user is signed in. */
export const endSecondStep = (): void => put(BEGINNING)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Kept outside the screens: the form, the sample's people and the password that was just created lead to the
 * same step.
 */
export const useSecondStep = (): SignInProgress => useSyncExternalStore(subscribe, () => progress)
