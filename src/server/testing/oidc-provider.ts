import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type ClientMetadata } from 'oidc-provider'

/** The provider's claims about the person who signs in. */
export interface ClaimsOfAccount {
  sub: string
  [claim: string]: unknown
}

export const CLIENT = { id: 'copydesk', secret: 'a secret that only the two servers know' }

interface Options {
  redirectUri: string
  client?: Partial<ClientMetadata>
}

/** A provider by other people, on loopback; it asks nothing, and signs in `account`. */
export async function startOidcProvider({ redirectUri, client = {} }: Options) {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.privateKey)), alg: 'RS256', use: 'sig', kid: 'first' }
  let account: ClaimsOfAccount = { sub: 'nobody' }
  let isCanceled = false
  let listener: (...call: Parameters<ReturnType<Provider['callback']>>) => unknown = () => {}
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
        ...client,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key for the cookies of tests'] },
    claims: { openid: ['sub', 'amr', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ ...account, sub: id }),
    }),
    async loadExistingGrant({ oidc }) {
      const clientId = oidc.client?.clientId ?? ''
      const known = oidc.session?.grantIdFor(clientId)
      if (known) return provider.Grant.find(known)
      const { accountId = '' } = oidc.session ?? {}
      const grant = new provider.Grant({ clientId, accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  listener = async (request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      const result = isCanceled
        ? { error: 'access_denied', error_description: 'canceled' }
        : {
            login: { accountId: account.sub, ...(Array.isArray(account.amr) ? { amr: account.amr } : {}) },
            // A native client needs the user's consent each time.
            consent: {},
          }
      await provider.interactionFinished(request, response, result)
      return
    }
    await answer(request, response)
  }

  return {
    issuer,
    provider,
    /** Who signs in from now on. */
    signsIn(next: ClaimsOfAccount) {
      account = next
      isCanceled = false
    },
    cancels() {
      isCanceled = true
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Name and value of the cookies that an answer sets; no value for those that it clears. */
const cookiesOf = (lines: readonly string[]): (readonly [string, string])[] =>
  lines.map((line) => {
    const [pair = ''] = line.split(';')
    return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const
  })

/** A browser's cookies of one server. */
export function createCookieJar() {
  const kept = new Map<string, string>()
  return {
    kept,
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    take(lines: readonly string[]) {
      for (const [name, value] of cookiesOf(lines)) {
        if (value === '') kept.delete(name)
        else kept.set(name, value)
      }
    },
  }
}

/** Follows the provider's pages until they lead back to where it was asked to. */
export async function walkThrough(
  start: string,
  redirectUri: string,
  jar = createCookieJar(),
): Promise<string> {
  let address = start
  for (let steps = 0; steps < 10; steps += 1) {
    if (address.startsWith(redirectUri)) return address
    const response = await fetch(address, { redirect: 'manual', headers: { cookie: jar.header() } })
    jar.take(response.headers.getSetCookie())
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    address = new URL(location, address).href
  }
  throw new Error('The provider does not lead back.')
}
