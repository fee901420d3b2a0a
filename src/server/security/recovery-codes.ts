import { randomBytes } from 'node:crypto'
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '#shared/features/ground/factors/rules.ts'
import { hashToken } from './tokens.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const createRecoveryCode = () =>
  Array.from(randomBytes(RECOVERY_CODE_LENGTH), (byte) => BASE32[byte % BASE32.length]).join('')

/** New recovery codes and their stored digests: each has 140 random bits, so a plain digest cannot be guessed. */
export function createRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode)
  return { codes, hashes: codes.map(hashToken) }
}
