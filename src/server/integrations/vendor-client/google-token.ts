import { createSign } from 'node:crypto'
import { z } from 'zod'
import type { AccountStore } from './account-gate.ts'
import type { GoogleAccount } from './google-account.ts'
import { createVendorClient } from './vendor-client.ts'

/** A token is not used to its very end: the answer to the last request must still fit. */
const MARGIN_MS = 60_000
/** The longest that Google gives one for. */
const LIFE_SECONDS = 3600
/** Clocks differ: Google refuses a token that was signed seconds ahead of its own clock. */
const BACK_SECONDS = 30

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** What a service account says of itself, signed with its key (RFC 7523). */
function assertionOf(
  account: GoogleAccount,
  { scope, subject }: { scope: string; subject: string | undefined },
  nowSeconds: number,
): string {
  const head = {
    alg: 'RS256',
    typ: 'JWT',
    ...(account.private_key_id === undefined ? {} : { kid: account.private_key_id }),
  }
  const claims = {
    iss: account.client_email,
    scope,
    ...(subject === undefined ? {} : { sub: subject }),
    aud: account.token_uri,
    iat: nowSeconds - BACK_SECONDS,
    exp: nowSeconds - BACK_SECONDS + LIFE_SECONDS,
  }
  const signed = `${encoded(head)}.${encoded(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(account.private_key, 'base64url')}`
}

export interface TokenOptions {
  clock: () => number
  fetch?: typeof fetch
  timeoutMs?: number
  accountStore?: AccountStore | undefined
}

/**
 * The token of a service account for one scope: asked for once, by however many need it, and kept while it
 * lasts.
 */
export function createGoogleToken(
  account: GoogleAccount,
  scope: string,
  { subject, ...options }: TokenOptions & { subject?: string | undefined },
) {
  const { clock } = options
  const client = createVendorClient({
    system: 'Google sign-in',
    baseUrl: account.token_uri,
    headers: () => ({}),
    vendorCode: (body) => z.object({ error: z.string().max(100) }).safeParse(body).data?.error,
    ...options,
  })
  let kept: { token: string; until: number } | null = null
  let asking: Promise<string> | null = null

  async function refresh(): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(account, { scope, subject }, Math.floor(clock() / 1000)),
    })
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
    kept = { token: answer.access_token, until: clock() + answer.expires_in * 1000 - MARGIN_MS }
    return kept.token
  }

  return {
    async current(): Promise<string> {
      if (kept !== null && clock() < kept.until) return kept.token
      asking ??= refresh().finally(() => {
        asking = null
      })
      return asking
    },
    /** Drops the token, which was refused. */
    forget() {
      kept = null
    },
  }
}
