import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient, type VendorRequest } from '../vendor-client/vendor-client.ts'
import { TokenAnswer } from './amazon-creators-schemas.ts'
import type { AmazonAccount } from './amazon-creators-settings.ts'

type Credentials = Pick<AmazonAccount, 'credentialId' | 'secret' | 'version' | 'tokenUrl'>

/** Where each version of credentials is turned into a token. */
const TOKEN_URLS: Readonly<Record<string, string>> = {
  '2.1': 'https://creatorsapi.auth.us-east-1.amazoncognito.com/oauth2/token',
  '2.2': 'https://creatorsapi.auth.eu-south-2.amazoncognito.com/oauth2/token',
  '2.3': 'https://creatorsapi.auth.us-west-2.amazoncognito.com/oauth2/token',
  '3.1': 'https://api.amazon.com/auth/o2/token',
  '3.2': 'https://api.amazon.co.uk/auth/o2/token',
  '3.3': 'https://api.amazon.co.jp/auth/o2/token',
}

/** A token is not used to its very end: the answer to the last request must still fit. */
const MARGIN_MS = 30_000

type TokenRequest = VendorRequest<{ access_token: string; expires_in: number }>

function requestOf({ version, credentialId, secret }: Credentials): TokenRequest {
  const grant = { grant_type: 'client_credentials', client_id: credentialId, client_secret: secret }
  const request = {
    operation: 'get a token',
    method: 'POST',
    path: '',
    answer: TokenAnswer,
    isRepeatable: true,
  } as const
  if (version.startsWith('3.')) return { ...request, json: { ...grant, scope: 'creatorsapi::default' } }
  const form = new URLSearchParams({ ...grant, scope: 'creatorsapi/default' })
  const body = new TextEncoder().encode(form.toString())
  return { ...request, bytes: { body, type: 'application/x-www-form-urlencoded' } }
}

export interface TokenSource {
  /** A token that is still good for a while. */
  current(): Promise<string>
  /** Drops this token, which was refused; a newer one stays. */
  forget(token: string): void
}

/** The token for the Creators API: asked for once, by however many need it, and kept while it lasts. */
export function createTokenSource(
  credentials: Credentials,
  options: { clock: () => number; fetch?: typeof fetch; timeoutMs?: number; accountStore?: AccountStore },
): TokenSource {
  const { clock, ...rest } = options
  const baseUrl = credentials.tokenUrl ?? TOKEN_URLS[credentials.version]
  if (baseUrl === undefined) throw new RangeError(`No token address for version ${credentials.version}`)
  const client = createVendorClient({
    system: 'Amazon sign-in',
    baseUrl,
    headers: () => ({}),
    clock,
    ...rest,
  })
  let kept: { token: string; until: number } | null = null
  let asking: Promise<string> | null = null

  async function refresh(): Promise<string> {
    const answer = await client.send(requestOf(credentials))
    kept = { token: answer.access_token, until: clock() + answer.expires_in * 1000 - MARGIN_MS }
    return kept.token
  }

  return {
    async current() {
      if (kept !== null && clock() < kept.until) return kept.token
      asking ??= refresh().finally(() => {
        asking = null
      })
      return asking
    },
    forget(token) {
      if (kept?.token === token) kept = null
    },
  }
}
