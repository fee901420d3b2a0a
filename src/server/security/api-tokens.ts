import { crc32 } from 'node:zlib'
import { TOKEN_PREFIX, TOKEN_START_LENGTH } from '#shared/features/ground/tokens/rules.ts'
import { createToken } from './tokens.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECK_LENGTH = 6
const FORM = new RegExp(`^${TOKEN_PREFIX}([\\w-]{43})([0-9A-Za-z]{${CHECK_LENGTH}})$`)

/** CRC-32 in base 62: a mistyped token costs no query, and secret scanners can tell a token from other text. */
function checkOf(text: string): string {
  let rest = crc32(text)
  let check = ''
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    check = `${DIGITS[rest % DIGITS.length]}${check}`
    rest = Math.floor(rest / DIGITS.length)
  }
  return check
}

/** A new API token: 256 random bits between the prefix and the checksum. */
export function createApiToken(): { secret: string; start: string } {
  const random = createToken()
  const secret = `${TOKEN_PREFIX}${random}${checkOf(random)}`
  return { secret, start: secret.slice(0, TOKEN_START_LENGTH) }
}

/** Whether somebody meant an API token rather than a session's. */
export const isMeantAsApiToken = (text: string) => text.startsWith(TOKEN_PREFIX)

/** What an API token looks like, checksum included; anything else was never given out. */
export function isApiToken(text: string): boolean {
  const [, random = '', check] = FORM.exec(text) ?? []
  return check !== undefined && checkOf(random) === check
}
