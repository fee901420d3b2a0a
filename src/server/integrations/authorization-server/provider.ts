import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider'
import {
  CONNECTED_DAYS_MAXIMUM,
  type ConnectRefusal,
  REQUEST_MINUTES,
  UNUSED_DAYS_MAXIMUM,
} from '#shared/features/ground/assistants/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { createApiToken } from '../../security/api-tokens.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'
import { createAdapter, type RecordDeps } from './adapter.ts'
import {
  AUTHORIZE_PATH,
  type Consents,
  hostOf,
  REQUEST_COOKIE,
  RESOURCE_PATH,
  REVOKE_PATH,
  refusedAddress,
  SCOPES,
  TOKEN_PATH,
} from './port.ts'
import { createProgramCache } from './program-cache.ts'
import { createProgramStore } from './program-store.ts'

const DAY_SECONDS = DAY_MS / 1000
const ACCESS_TOKEN_SECONDS = 3600
const REQUEST_SECONDS = REQUEST_MINUTES * 60

export interface AuthorizationDeps extends RecordDeps {
  consents: Consents
  /** Loads the documents by which programs identify themselves. */
  web: WebFetcher
  log: { error(details: object, message: string): void }
}

function refusalOf(error: Error): ConnectRefusal {
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

function featuresOf({ publicUrl, consents }: AuthorizationDeps) {
  const resource = new URL(RESOURCE_PATH, publicUrl).href
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_context: unknown, client: { clientId: string }, token: { clientId?: string }) =>
        token.clientId === client.clientId,
    },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    clientIdMetadataDocument: {
      ...{ enabled: true, ack: 'draft-02' },
      allowFetch: (_context: unknown, clientId: string) => consents.isHostAllowed(hostOf(clientId)),
      allowClient: (_context: unknown, { clientId }: { clientId: string }) =>
        consents.isHostAllowed(hostOf(clientId)),
      // The documents are kept by `program-cache`, which also knows what to do without their host.
      cacheDuration: { min: 1, max: 1 },
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
async function findAccount(consents: Consents, accountId: string, grantId: string | undefined) {
  const account = { accountId, claims: () => ({ sub: accountId }) }
  // Before there is a code, the person has just answered; whether they may was checked then.
  return grantId === undefined || (await consents.counts({ accountId, grantId })) ? account : undefined
}

const grantIdOf = (token: unknown) => (token as { grantId?: string } | undefined)?.grantId

/** Cookies for this server alone. The calls that answer the request read the interaction. */
function cookiesOf({ publicUrl }: AuthorizationDeps) {
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
  Interaction: REQUEST_SECONDS,
  Session: REQUEST_SECONDS,
  AuthorizationCode: 60,
  AccessToken: ACCESS_TOKEN_SECONDS,
  // The connection may end before; it is looked up at each use.
  RefreshToken: UNUSED_DAYS_MAXIMUM * DAY_SECONDS,
  Grant: CONNECTED_DAYS_MAXIMUM * DAY_SECONDS,
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

/** The library waits for seconds only. A document that comes later is kept for the next request. */
async function inTime<Value>(work: Promise<Value>, signal: AbortSignal | null | undefined): Promise<Value> {
  if (!signal) return work
  const over = once(signal, 'abort').then(() => Promise.reject(signal.reason))
  return Promise.race([work, over])
}

/** The library, set up for programs that identify themselves by a document and prove nothing else. */
export function createProvider(deps: AuthorizationDeps): Provider {
  const issuer = new URL(deps.publicUrl).origin
  const store = createProgramStore(deps)
  const readProgram = createProgramCache({ web: deps.web, store, now: () => deps.clock().getTime() })
  const provider = new Provider(issuer, {
    adapter: (model: string) => createAdapter(model, deps),
    features: featuresOf(deps),
    fetch: async (address: string | URL | Request, { signal }: RequestInit = {}) =>
      Response.json(await inTime(readProgram(String(address)), signal)),
    jwks: { keys: [unusedKey()] },
    scopes: [],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    routes: { authorization: AUTHORIZE_PATH, token: TOKEN_PATH, revocation: REVOKE_PATH },
    cookies: cookiesOf(deps),
    ttl: lifetimes,
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/connect/${uid}` },
    findAccount: (_context, id, token) => findAccount(deps.consents, id, grantIdOf(token)),
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
