import type { JSONWebKeySet, JWTPayload } from 'jose'
import { z } from 'zod'
import { isOpenToOthers } from '../../settings/settings-group.ts'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import type { ProviderAccount } from './oidc-settings.ts'
import { type ProviderLogout, ProviderRefusal } from './port.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** In seconds. */
const OLDEST = 300
/** Signed by the provider's private key: never `none`, and nothing that our own secret could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

const TIMEOUT_MS = 5000
const LONGEST_WAIT_MS = 1000
/** Keys that the provider has withdrawn count no longer than this. */
const KNOWN_FOR_MS = 10 * 60_000
/** Anybody can send a token, so the provider's keys are fetched no more often than this. */
const ASKED_EVERY_MS = 30_000

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url().refine((address) => !isOpenToOthers(address)),
})
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/** Many providers leave it out. Any other type is a token for something else. */
const Typ = z.string().regex(/^(application\/)?logout\+jwt$/i)
const Header = z.object({ alg: z.enum(ALGORITHMS), kid: z.string().optional(), typ: Typ.optional() })

/** No nonce: an ID token is no logout token. */
const Claims = z
  .object({
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    jti: z.string().min(1).max(500),
    iat: z.number(),
    events: z.object({ [EVENT]: z.object({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/** What the provider signs with, and how it spells its own address. */
interface Known {
  issuer: string
  keys: JSONWebKeySet
}

/** Apart from a slash at the end of a bare host, they must be the same. */
const isSame = (one: string, other: string) => URL.parse(one)?.href === URL.parse(other)?.href

/** Keeps the provider's keys. Its client is its own, so that nobody who sends tokens can disturb signing in. */
function createKeyStore({ label, issuer }: ProviderAccount, clock: () => number) {
  const system = `${label} (logout)`
  const client = createVendorClient({
    ...{
      system,
      baseUrl: '',
      headers: () => ({}),
      timeoutMs: TIMEOUT_MS,
      longestWaitMs: LONGEST_WAIT_MS,
      clock,
    },
  })
  let known: (Known & { at: number }) | null = null
  let running: Promise<Known> | null = null
  let askedAt = Number.NEGATIVE_INFINITY

  const unknownKeys = (kind: 'unavailable' | 'bad_response') =>
    new IntegrationError(`the keys of ${label} are not known`, { system, operation: 'read its keys', kind })

  async function ask(): Promise<Known> {
    askedAt = clock()
    const path = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const found = await client.send({ operation: 'be discovered', method: 'GET', path, answer: Discovery })
    if (!isSame(found.issuer, issuer)) throw unknownKeys('bad_response')
    const keys = await client.send({
      ...{ operation: 'read its keys', method: 'GET', path: found.jwks_uri, answer: Keys },
    })
    known = { issuer: found.issuer, keys, at: clock() }
    return known
  }

  /** Asks the provider if it is time to, and if no key of this name is known. */
  return async (kid: string | undefined): Promise<Known> => {
    const fresh = known !== null && clock() - known.at < KNOWN_FOR_MS ? known : null
    if (fresh && kid !== undefined && fresh.keys.keys.some((key) => key.kid === kid)) return fresh
    if (running === null && clock() - askedAt < ASKED_EVERY_MS) {
      if (fresh) return fresh
      throw unknownKeys('unavailable')
    }
    running ??= ask().finally(() => {
      running = null
    })
    return running
  }
}

/** Whether the claims are of our provider, for us and of now. Nothing is known yet about who signed them. */
function isMeantForUs({ issuer, clientId }: ProviderAccount, { iss, aud, iat }: JWTPayload): boolean {
  const age = Date.now() / 1000 - (iat ?? 0)
  // Twice, as the verification adds what the clocks may differ by.
  return (
    isSame(iss ?? '', issuer) && [aud].flat().includes(clientId) && age < 2 * OLDEST + 1 && age > -OLDEST - 1
  )
}

/**
 * Verifies logout tokens by the rules of OpenID Connect Back-Channel Logout 1.0, section 2.6. What needs no keys comes
 * first.
 */
export function createLogoutReader(account: ProviderAccount, clock: () => number) {
  const readKeys = createKeyStore(account, clock)
  return async (token: string): Promise<ProviderLogout> => {
    const { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } = await import('jose')
    const refused = (error: unknown) =>
      new ProviderRefusal('refused', `a logout token was refused: ${String(error)}`, error)
    let header: z.output<typeof Header>
    try {
      header = Header.parse(decodeProtectedHeader(token))
      const said = decodeJwt(token)
      Claims.parse(said)
      if (!isMeantForUs(account, said)) throw new Error('it was not made for us, or not now')
    } catch (error) {
      throw refused(error)
    }
    const known = await readKeys(header.kid)
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(known.keys), {
        issuer: known.issuer,
        audience: account.clientId,
        algorithms: ALGORITHMS,
        maxTokenAge: OLDEST,
        clockTolerance: OLDEST,
        requiredClaims: ['iat', 'jti', 'events'],
      })
      const { sub: subject = null, sid: sessionId = null, jti: id } = Claims.parse(payload)
      return { issuer: known.issuer, subject, sessionId, id }
    } catch (error) {
      throw refused(error)
    }
  }
}
