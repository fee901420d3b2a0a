import { TOTP_DIGITS, TOTP_SECONDS } from '#shared/features/ground/factors/rules.ts'

/** As many bytes as the hash, as RFC 4226 recommends. */
const SEED_BYTES = 20
/** Codes of the step before and after count too, for clocks that are wrong and users who are slow. */
const SKEW_STEPS = 1
const ISSUER = 'Copydesk'

// Loaded with the first code: most servers never see one.
async function totpOf(seed: string, label = '') {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_SECONDS,
    secret: Secret.fromBase32(seed),
  })
}

/** A random seed in base32. */
export async function createSeed(): Promise<string> {
  const { Secret } = await import('otpauth')
  return new Secret({ size: SEED_BYTES }).base32
}

/** The `otpauth:` address that authenticator apps scan. */
export const seedAddress = async (seed: string, username: string): Promise<string> =>
  (await totpOf(seed, username)).toString()

/** The step whose code this is, in numbers of 30 seconds since 1970; null if it is none of now. */
export async function matchingStep(seed: string, code: string, now: Date): Promise<number | null> {
  const timestamp = now.getTime()
  const delta = (await totpOf(seed)).validate({ token: code, timestamp, window: SKEW_STEPS })
  return delta === null ? null : Math.floor(timestamp / 1000 / TOTP_SECONDS) + delta
}
