import type * as Oidc from 'openid-client'
import { IntegrationError } from '../integration-error.ts'
import { type Claims, completedBy, isIncomplete, personOf } from './oidc-claims.ts'
import { createLogoutReader } from './oidc-logout.ts'
import { CLOCK_TOLERANCE, createOidcServer, type OidcServer } from './oidc-server.ts'
import { isGoogle, type ProviderAccount } from './oidc-settings.ts'
import { type ProviderPrompt, ProviderRefusal, type SignInKeys, type SignInProvider } from './port.ts'

export const CALLBACK_PATH = '/api/auth/oidc/callback'

/** A token that comes straight from the provider is new. In seconds. */
const OLDEST_TOKEN = 600
const SLOW_MS = 2000
const SECOND_MS = 1000

/** The `prompt` for the provider. All must know `login` (OpenID Connect Core, 15.1), but Google refuses it. */
function promptOf(prompt: ProviderPrompt, isGoogle: boolean): Readonly<Record<string, string>> {
  if (prompt === 'silent') return {}
  if (isGoogle) return { prompt: 'select_account' }
  return prompt === 'again' ? { prompt: 'login', max_age: '0' } : { prompt: 'login' }
}

/** Answers of the authorization endpoint that say nothing about the person. */
const AWAY = new Set(['server_error', 'temporarily_unavailable'])

/** The failure of the vendor client inside the library's own error. */
function outsideError(error: unknown): IntegrationError | null {
  if (error instanceof IntegrationError) return error
  return error instanceof Error && error.cause !== undefined ? outsideError(error.cause) : null
}

/** Every failure becomes the provider's refusal, or that of a system outside. */
function failureOf(error: unknown, system: string, operation: string): Error {
  if (error instanceof ProviderRefusal) return error
  const outside = outsideError(error)
  // A code that was used before, has expired or belongs to another verifier.
  if (outside?.kind === 'invalid' && operation === 'sign in')
    return new ProviderRefusal('refused', outside.message, error)
  if (outside) return outside
  const said = error instanceof Error && 'error' in error ? String(error.error) : ''
  if (said === 'access_denied') return new ProviderRefusal('canceled', 'canceled at the provider', error)
  if (operation === 'be discovered' || AWAY.has(said))
    return new IntegrationError(`${system} failed to ${operation}: ${String(error)}`, {
      system,
      operation,
      kind: AWAY.has(said) ? 'unavailable' : 'bad_response',
      cause: error,
    })
  return new ProviderRefusal(
    'refused',
    `${system} sent an answer that can't be believed: ${String(error)}`,
    error,
  )
}

function refuseOld({ iat }: { iat: number }): void {
  const age = Date.now() / SECOND_MS - iat
  if (age > OLDEST_TOKEN || age < -CLOCK_TOLERANCE - 1)
    throw new ProviderRefusal('refused', `the ID token was issued ${Math.round(age)} seconds ago`)
}

/** Whether the library refuses an ID token because it doesn't say when the person was asked: some providers send 0. */
function isTimeMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message.startsWith('JWT "auth_time"')) return true
  const { cause } = error
  if (typeof cause !== 'object' || cause === null) return false
  if ('claim' in cause && cause.claim === 'auth_time' && 'claims' in cause)
    return (cause.claims as Claims).auth_time === 0
  return isTimeMissing(cause)
}

interface Redeemed {
  library: typeof Oidc
  config: Oidc.Configuration
  tokens: Awaited<ReturnType<typeof Oidc.authorizationCodeGrant>>
}

/** The person's claims: of the ID token, completed from the userinfo endpoint. */
async function readClaims(account: ProviderAccount, { library, config, tokens }: Redeemed) {
  const claims = tokens.claims()
  if (claims === undefined) throw new ProviderRefusal('refused', 'there is no ID token')
  refuseOld(claims)
  const said: Claims & { iss: string; sub: string } = claims
  if (!isIncomplete(account, said) || config.serverMetadata().userinfo_endpoint === undefined) return said
  const more = await library.fetchUserInfo(config, tokens.access_token, claims.sub)
  return completedBy(account, said, more)
}

/**
 * In the header, the standard has the secret encoded. Some providers read it there as it stands, or take it from this
 * client only in the body: a refusal that may be meant so is no end yet.
 */
async function redeem(
  { library, config, inBody }: Awaited<ReturnType<OidcServer['read']>>,
  address: URL,
  checks: Oidc.AuthorizationCodeGrantChecks,
) {
  try {
    return await library.authorizationCodeGrant(config, address, checks)
  } catch (error) {
    const kind = outsideError(error)?.kind
    if (inBody === null || (kind !== 'unauthorized' && kind !== 'forbidden')) throw error
    return library.authorizationCodeGrant(inBody, address, checks)
  }
}

/** The parameters with which the browser is sent to the provider. */
async function requestOf(
  library: typeof Oidc,
  { issuer, scopes, hostedDomain }: ProviderAccount,
  { redirectUri, keys, prompt }: { redirectUri: string; keys: SignInKeys; prompt: ProviderPrompt },
): Promise<Record<string, string>> {
  return {
    redirect_uri: redirectUri,
    scope: scopes,
    state: keys.state,
    nonce: keys.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(keys.verifier),
    code_challenge_method: 'S256',
    ...(hostedDomain === null ? {} : { hd: hostedDomain }),
    ...promptOf(prompt, isGoogle(issuer)),
  }
}

async function checkServer(server: OidcServer, { label, issuer }: ProviderAccount) {
  const since = Date.now()
  server.forget()
  await server.read()
  const ms = Date.now() - since
  return {
    adapter: label,
    ok: true,
    detail: `${label} answers at ${issuer}.`,
    ...(ms > SLOW_MS ? { limit: `${label} took ${(ms / SECOND_MS).toFixed(1)} s to answer.` } : {}),
  }
}

interface OidcOptions {
  account: ProviderAccount
  publicUrl: string
  /** The machine's clock, in milliseconds; in tests, one that can be moved. */
  clock?: () => number
}

/** Sign-in through OpenID Connect: authorization code with PKCE. The provider's tokens are verified and thrown away. */
export function createOidcProvider({ account, publicUrl, clock = Date.now }: OidcOptions): SignInProvider {
  const { label, issuer } = account
  const server = createOidcServer(account, clock)
  const readLogout = createLogoutReader(account, clock)
  const redirectUri = publicUrl + CALLBACK_PATH
  const read = () =>
    server.read().catch((error: unknown) => {
      throw failureOf(error, label, 'be discovered')
    })

  return {
    ...{ label, issuer, createsUsers: account.createsUsers, maxAgeHours: account.maxAgeHours },
    isOpenToAll: isGoogle(issuer) && account.hostedDomain === null,
    roleClaim: account.roles?.claim ?? null,
    async begin(keys, prompt) {
      const { library, config } = await read()
      return library.buildAuthorizationUrl(
        config,
        await requestOf(library, account, { redirectUri, keys, prompt }),
      )
    },
    async finish(answer, { state, nonce, verifier }, prompt) {
      const known = await read()
      const { library, config } = known
      const address = new URL(`${redirectUri}?${answer}`)
      try {
        const tokens = await redeem(known, address, {
          ...{
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
          // The provider must say that it has asked just now: who passes by could take the wish for it out of the address.
          ...(prompt === 'again' ? { maxAge: 0 } : {}),
        })
        const claims = await readClaims(account, { library, config, tokens })
        return personOf(account, claims)
      } catch (error) {
        if (prompt === 'again' && isTimeMissing(error))
          throw new ProviderRefusal('unasked', `${label} doesn't say when it asked the user`, error)
        const failure = failureOf(error, label, 'sign in')
        if (failure instanceof ProviderRefusal && failure.reason === 'refused') server.forget()
        throw failure
      }
    },
    async signOutAddress() {
      const { library, config } = await read()
      if (config.serverMetadata().end_session_endpoint === undefined) return null
      const { href, protocol } = library.buildEndSessionUrl(config)
      return protocol === 'https:' || protocol === 'http:' ? href : null
    },
    readLogout,
    isAnswering: () => server.isAnswering(),
    check: () =>
      checkServer(server, account).catch((error: unknown) => {
        throw failureOf(error, label, 'be discovered')
      }),
  }
}
