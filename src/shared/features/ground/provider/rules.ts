/**
 * Why a sign-in through the provider failed. `unknown`: nobody here has that account. `connectFirst`: the account must be
 * connected in the profile. `taken`: it is connected to another user here. `other`: not the account that was expected.
 * `unasked`: the provider doesn't say when it asked the user, who was to be asked again.
 */
export const PROVIDER_REFUSALS = [
  'canceled',
  'away',
  'failed',
  'expired',
  'unknown',
  'connectFirst',
  'taken',
  'other',
  'unasked',
] as const
export type ProviderRefusalReason = (typeof PROVIDER_REFUSALS)[number]

/** In the address after `#`: the provider has sent the browser back, and the server knows more. */
export const RETURN_MARK = 'provider'
