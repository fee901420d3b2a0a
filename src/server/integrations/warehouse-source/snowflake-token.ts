import { createHash, createPublicKey, createSign, type KeyObject } from 'node:crypto'
import type { SnowflakeAccount } from './snowflake-settings.ts'

const LIFE_SECONDS = 600
/** Tolerance for clock differences: Snowflake refuses tokens signed in its future. */
const BACK_SECONDS = 30
/** A token is renewed this long before it expires. */
const MARGIN_SECONDS = 120

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Snowflake's id of the key: SHA-256 of its public half (SPKI, DER). */
const fingerprintOf = (key: KeyObject) =>
  `SHA256:${createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64')}`

/** The account name in tokens: in capitals; for a locator, only the part before its region. */
const accountOf = (account: string) => (account.split('.')[0] ?? account).toUpperCase()

/** The credential and its type header: a JWT that we sign and renew, or a configured token. */
export function createSnowflakeToken({ account, user, key }: SnowflakeAccount, clock: () => number) {
  const subject = `${accountOf(account)}.${user.toUpperCase()}`
  let kept: { token: string; until: number } | null = null

  function signed(privateKey: KeyObject): string {
    const now = Math.floor(clock() / 1000)
    if (kept !== null && now < kept.until) return kept.token
    const issued = now - BACK_SECONDS
    const claims = {
      iss: `${subject}.${fingerprintOf(privateKey)}`,
      sub: subject,
      iat: issued,
      exp: issued + LIFE_SECONDS,
    }
    const words = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
    const token = `${words}.${createSign('RSA-SHA256').update(words).sign(privateKey, 'base64url')}`
    kept = { token, until: claims.exp - MARGIN_SECONDS }
    return token
  }

  return (): Record<string, string> =>
    'token' in key
      ? {
          authorization: `Bearer ${key.token}`,
          'x-snowflake-authorization-token-type': 'PROGRAMMATIC_ACCESS_TOKEN',
        }
      : {
          authorization: `Bearer ${signed(key.privateKey)}`,
          'x-snowflake-authorization-token-type': 'KEYPAIR_JWT',
        }
}
