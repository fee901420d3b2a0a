import { sign } from 'node:crypto'
import { z } from 'zod'
import { createVendorClient, type VendorClientOptions } from '../vendor-client/vendor-client.ts'
import type { GoogleAccount } from './google-settings.ts'

const LASTS_SECONDS = 3600
/** A token is not used to its very end: the answer to the last request must still fit. */
const MARGIN_MS = 60_000
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** What a service account says of itself, signed with its key (RFC 7523, RS256). */
export function assertionOf(account: GoogleAccount, scope: string, now: Date): string {
  const issued = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: account.email,
    scope,
    aud: account.tokenUrl,
    iat: issued,
    exp: issued + LASTS_SECONDS,
  }
  const content = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
  const signature = sign('RSA-SHA256', Buffer.from(content), account.privateKey).toString('base64url')
  return `${content}.${signature}`
}

interface TokenOptions extends Pick<VendorClientOptions, 'timeoutMs' | 'pauses'> {
  clock: () => Date
}

/** The token of a service account: asked for once, by however many need it, and kept while it lasts. */
export function createGoogleToken(account: GoogleAccount, scope: string, { clock, ...rest }: TokenOptions) {
  const client = createVendorClient({
    system: 'Google sign-in',
    baseUrl: account.tokenUrl,
    headers: () => ({}),
    ...rest,
  })
  let kept: { token: Promise<string>; until: number } | null = null

  async function renew(): Promise<{ token: string; lasts: number }> {
    const form = new URLSearchParams({ grant_type: GRANT, assertion: assertionOf(account, scope, clock()) })
    const answer = await client.send({
      operation: 'get a token',
      method: 'POST',
      path: '',
      bytes: {
        body: new TextEncoder().encode(form.toString()),
        type: 'application/x-www-form-urlencoded',
      },
      answer: TokenAnswer,
      isRepeatable: true,
    })
    return { token: answer.access_token, lasts: answer.expires_in * 1000 }
  }

  return {
    current(): Promise<string> {
      if (kept && kept.until > clock().getTime()) return kept.token
      const asked = renew()
      const entry = { token: asked.then(({ token }) => token), until: Number.POSITIVE_INFINITY }
      kept = entry
      asked.then(
        ({ lasts }) => {
          entry.until = clock().getTime() + lasts - MARGIN_MS
        },
        () => {
          if (kept === entry) kept = null
        },
      )
      return entry.token
    },
    /** Drops the token, which was refused. */
    forget() {
      kept = null
    },
  }
}
