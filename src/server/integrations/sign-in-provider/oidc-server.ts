import type * as Oidc from 'openid-client'
import { z } from 'zod'
import { isLoopback } from '../../settings/settings-group.ts'
import { inTime } from '../in-time.ts'
import { createVendorClient, type VendorClient } from '../vendor-client/vendor-client.ts'
import type { ProviderAccount } from './oidc-settings.ts'

const TIMEOUT_MS = 5000
const LONGEST_WAIT_MS = 1000
/** The provider's addresses and keys may change. */
const KNOWN_FOR_MS = 10 * 60_000
/** The sign-in card asks the provider again once its last answer is older. */
const ANSWERED_FOR_MS = 60_000
const FAILED_FOR_MS = 5000
const PATIENCE_MS = 4000
/** By so much the clocks of the two servers may differ, in seconds. */
export const CLOCK_TOLERANCE = 300

type OidcLibrary = typeof Oidc

/** Sends the library's requests with the limits of all vendors. Their answers are always JSON. */
export const fetchThrough =
  (client: VendorClient): Oidc.CustomFetch =>
  async (url, { method, body, headers }) => {
    const value = await client.send({
      operation: `${method === 'POST' ? 'redeem a code at' : 'read'} ${new URL(url).pathname}`,
      method: method === 'POST' ? 'POST' : 'GET',
      path: url,
      headers,
      ...(method === 'POST'
        ? {
            bytes: {
              body: new TextEncoder().encode(String(body ?? '')),
              type: 'application/x-www-form-urlencoded',
            },
          }
        : {}),
      answer: z.record(z.string(), z.unknown()),
    })
    return new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
  }

/** Without a list, the standard says that a provider takes the secret in the header. */
const takes = (
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: Oidc.ServerMetadata,
  method: string,
) => methods.includes(method)

/** A provider and its keys, and how it is sent the secret. */
export interface KnownServer {
  config: Oidc.Configuration
  /** With the secret in the body, where the provider takes it there as well as in the header; else null. */
  inBody: Oidc.Configuration | null
}

async function discover(
  library: OidcLibrary,
  { issuer, clientId, clientSecret }: ProviderAccount,
  client: VendorClient,
): Promise<KnownServer> {
  const customFetch = fetchThrough(client)
  const extensions = isLoopback(issuer) ? [library.allowInsecureRequests] : []
  const found = await library.discovery(new URL(issuer), clientId, undefined, library.None(), {
    [library.customFetch]: customFetch,
    execute: extensions,
  })
  const metadata = found.serverMetadata()
  const settings = { [library.clockTolerance]: CLOCK_TOLERANCE }
  function sendSecret(authentication: Oidc.ClientAuth) {
    const config = new library.Configuration(metadata, clientId, settings, authentication)
    config[library.customFetch] = customFetch
    // Otherwise the library takes TLS alone as proof of a token that comes straight from the provider.
    for (const extend of [...extensions, library.enableNonRepudiationChecks]) extend(config)
    return config
  }
  const inBody = sendSecret(library.ClientSecretPost(clientSecret))
  if (!takes(metadata, 'client_secret_basic')) return { config: inBody, inBody: null }
  return {
    config: sendSecret(library.ClientSecretBasic(clientSecret)),
    inBody: takes(metadata, 'client_secret_post') ? inBody : null,
  }
}

export interface OidcServer {
  /** The provider's addresses and keys, read when they are needed first. */
  read(): Promise<KnownServer & { library: OidcLibrary }>
  /** Reads them again at the next use: its keys may have changed. */
  forget(): void
  isAnswering(): Promise<boolean>
}

/** The provider's metadata: read when first needed. A failure is forgotten in seconds. */
export function createOidcServer(account: ProviderAccount, clock: () => number): OidcServer {
  const { label } = account
  const client = createVendorClient({
    system: label,
    // Its parts are at addresses of their own.
    baseUrl: '',
    headers: () => ({}),
    timeoutMs: TIMEOUT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    clock,
  })
  let known: { server: KnownServer; at: number } | null = null
  let running: Promise<KnownServer> | null = null
  let failedAt = Number.NEGATIVE_INFINITY

  function refresh(): Promise<KnownServer> {
    running ??= import('openid-client')
      .then((library) => discover(library, account, client))
      .then((server) => {
        known = { server, at: clock() }
        failedAt = Number.NEGATIVE_INFINITY
        return server
      })
      .catch((error: unknown) => {
        known = null
        failedAt = clock()
        throw error
      })
      .finally(() => {
        running = null
      })
    return running
  }

  const isYoung = (limit: number) => known !== null && clock() - known.at < limit

  return {
    async read() {
      const server = known && isYoung(KNOWN_FOR_MS) ? known.server : await refresh()
      return { library: await import('openid-client'), ...server }
    },
    forget() {
      known = null
    },
    async isAnswering() {
      if (isYoung(ANSWERED_FOR_MS)) return true
      if (clock() - failedAt < FAILED_FOR_MS) return false
      return inTime(label, 'answer', refresh(), PATIENCE_MS).then(
        () => true,
        () => false,
      )
    },
  }
}
