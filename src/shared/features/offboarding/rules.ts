import type { OffboardingState } from './contract.ts'

/** What has become of a system, for people. */
export const STATE_WORDS: Readonly<Record<OffboardingState, string>> = {
  waiting: 'Waiting',
  running: 'Revoking …',
  revoked: 'Revoked',
  inactive: 'Inactive',
  refused: 'Refused',
  failed: 'Failed',
}

/** A run leaves nothing open on these. */
export const isSettled = (state: OffboardingState): boolean => state === 'revoked' || state === 'inactive'
