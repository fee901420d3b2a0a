import { generateKeyPairSync } from 'node:crypto'
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { DAY_MS } from '#shared/format/duration.ts'
import { createApiToken } from '../../../security/api-tokens.ts'
import { createAdapter } from './adapter.ts'
import {
  ACCESS_TOKEN_SECONDS,
  AUTHORIZE_PATH,
  CONNECTED_DAYS,
  REQUEST_COOKIE,
  REQUEST_MINUTES,
  RESOURCE_PATH,
  REVOKE_PATH,
  SCOPES,
  TOKEN_PATH,
} from './addresses.ts'
import type { AssistantDeps } from './deps.ts'
import { hostOf, loadProgram } from './programs.ts'
import { type Refusal, refusedAddress } from './refusals.ts'
import * as store from './store.ts'

const DAY_SECONDS = DAY_MS / 1000

function refusalOf(error: Error): Refusal {
  if (error instanceof errors.SessionNotFound) return 'expired'
  return error instanceof errors.InvalidClient ? 'unreadable' : 'invalid'
}

/** Sends the person to a page of the app instead of showing one of the library. */
function showError({ oidc, redirect }: KoaContextWithOIDC, error: Error, go: typeof redirect) {
  go(refusedAddress(refusalOf(error), hostOf(oidc?.params?.client_id as string | undefined)))
}

/** Only for identity tokens, which are not given out; the library wants a key all the same. */
function unusedKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }
}

/** Whether the sign-in rules let programs of this host connect by consent. */
export async function isHostAllowed({ policy, db }: AssistantDeps, host: string | null): Promise<boolean> {
  const { assistants, assistant_hosts: hosts } = await policy.read(db)
  return assistants === 'consent' && host !== null && hosts.includes(host)
}

function featuresOf(deps: AssistantDeps) {
  const resource = new URL(RESOURCE_PATH, deps.publicUrl).href
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    clientIdMetadataDocument: {
      ...{ enabled: true, ack: 'draft-02' },
      allowFetch: (_context: unknown, clientId: string) => isHostAllowed(deps, hostOf(clientId)),
      allowClient: (_context: unknown, { clientId }: { clientId: string }) =>
        isHostAllowed(deps, hostOf(clientId)),
      cacheDuration: { min: 60, max: 3600 },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo(_context: unknown, asked: string) {
        if (asked !== resource) throw new errors.InvalidTarget()
        return {
          ...{ scope: SCOPES.join(' '), audience: resource },
          ...{ accessTokenTTL: ACCESS_TOKEN_SECONDS, accessTokenFormat: 'opaque' as const },
        }
      },
    },
  }
}

/** Who the consent belongs to, as long as it counts. */
async function findAccount({ db, clock }: AssistantDeps, accountId: string, grantId: string | undefined) {
  const account = { accountId, claims: () => ({ sub: accountId }) }
  // Before there is a code, the person has just answered; whether they may was checked then.
  if (grantId === undefined) return account
  const isConnected = await store.isConnected(db, { userId: Number(accountId), grantId }, clock())
  return isConnected ? account : undefined
}

const grantIdOf = (token: unknown) => (token as { grantId?: string } | undefined)?.grantId

/** Cookies that go nowhere but back to us. The first one is read by the calls that answer the request. */
function cookiesOf({ publicUrl }: AssistantDeps) {
  const isTls = publicUrl.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'lax', secure: isTls, signed: false, overwrite: true } as const
  return {
    names: {
      interaction: isTls ? `__Host-${REQUEST_COOKIE}` : REQUEST_COOKIE,
      ...{ resume: 'connect-resume', session: 'connect-session' },
    },
    short: { ...options, path: '/' },
    long: { ...options, path: AUTHORIZE_PATH },
  }
}

const lifetimes = {
  Interaction: REQUEST_MINUTES * 60,
  Session: REQUEST_MINUTES * 60,
  AuthorizationCode: 60,
  AccessToken: ACCESS_TOKEN_SECONDS,
  // The connection may end before; it is looked up at each use.
  RefreshToken: CONNECTED_DAYS * DAY_SECONDS,
  Grant: 3650 * DAY_SECONDS,
}

/** Access tokens look like other API tokens, so that people and scanners of secrets recognize them. */
function giveTokensOurForm(tokens: object) {
  const { generateTokenId } = tokens as { generateTokenId: () => string }
  Object.assign(tokens, {
    generateTokenId(this: object) {
      // The library also notes the format here.
      generateTokenId.call(this)
      return createApiToken().secret
    },
  })
}

/** The authorization server of OAuth 2.1 by which assistants connect. Made at the first request that needs it. */
export function createAuthorizationServer(deps: AssistantDeps): Provider {
  const issuer = new URL(deps.publicUrl).origin
  const provider = new Provider(issuer, {
    adapter: (model: string) => createAdapter(model, deps),
    features: featuresOf(deps),
    fetch: (address: string | URL | Request) => loadProgram(deps.web, String(address)),
    jwks: { keys: [unusedKey()] },
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    routes: { authorization: AUTHORIZE_PATH, token: TOKEN_PATH, revocation: REVOKE_PATH },
    cookies: cookiesOf(deps),
    ttl: lifetimes,
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/connect/${uid}` },
    findAccount: (_context, id, token) => findAccount(deps, id, grantIdOf(token)),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    expiresWithSession: async () => false,
    renderError: (context, _out, error) => showError(context, error, context.redirect.bind(context)),
  })
  provider.proxy = true
  provider.on('server_error', (_context, error) =>
    deps.log.error({ err: error }, 'connecting an assistant failed'),
  )
  giveTokensOurForm(provider.AccessToken.prototype)
  return provider
}
