import { MINUTE_MS } from '../../../format/duration.ts'

/** Ways to confirm after the password, the quickest first. */
export const FACTORS = ['passkey', 'totp', 'recovery'] as const
export type Factor = (typeof FACTORS)[number]

export const TOTP_DIGITS = 6
export const TOTP_SECONDS = 30

/** Recovery codes that a user gets at once. */
export const RECOVERY_CODES = 10
/** 140 bits in base32, in whole groups. */
export const RECOVERY_CODE_LENGTH = 28
/** 120 bits. Codes that were made before count until they are used or replaced. */
export const FORMER_CODE_LENGTH = 24
const RECOVERY_GROUP = 4

/** How long the step after the password lasts, and how many wrong answers end it. */
export const STEP_LIFE_MS = 5 * MINUTE_MS
export const STEP_TRIES = 5

export const PASSKEY_NAME_MAXIMUM = 60
/** More are a mistake or a program. */
export const MOST_PASSKEYS = 20

/** A recovery code without its dashes and spaces, in upper case. */
export const plainRecoveryCode = (typed: string): string => typed.replace(/[\s-]+/g, '').toUpperCase()

/** A recovery code as users read it: `K7QD-2M4X-…`. */
export const shownRecoveryCode = (code: string): string =>
  code.match(new RegExp(`.{1,${RECOVERY_GROUP}}`, 'g'))?.join('-') ?? ''

/** A code of an authenticator app without the spaces that people paste with it. */
export const plainTotp = (typed: string): string => typed.replace(/\s+/g, '')

/** Who must have a second factor. Here because signed-out pages load this file, and not the rules. */
export const FACTOR_SCOPES = ['nobody', 'administrators', 'everybody'] as const
