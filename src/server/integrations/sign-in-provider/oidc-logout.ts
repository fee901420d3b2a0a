import type { ServerMetadata } from 'openid-client'
import { z } from 'zod'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import type { ProviderAccount } from './oidc-settings.ts'
import { type ProviderLogout, ProviderRefusal } from './port.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** In seconds. */
const OLDEST = 300
/** Signed by the provider's private key: never `none`, and nothing that our own secret could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

/** No nonce: an ID token is no logout token. */
const Claims = z
  .object({
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    jti: z.string().min(1).max(500),
    events: z.object({ [EVENT]: z.object({}) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

interface LogoutReading {
  account: ProviderAccount
  client: VendorClient
  metadata: ServerMetadata
}

/** Verifies a logout token by the rules of OpenID Connect Back-Channel Logout 1.0, section 2.6. */
export async function readLogoutToken(
  token: string,
  { account, client, metadata }: LogoutReading,
): Promise<ProviderLogout> {
  const { createLocalJWKSet, jwtVerify } = await import('jose')
  // Read again each time: such calls are rare, and the keys may have changed.
  const keys = await client.send({
    operation: 'read its keys',
    method: 'GET',
    path: metadata.jwks_uri ?? '',
    answer: Keys,
  })
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: metadata.issuer,
      audience: account.clientId,
      algorithms: ALGORITHMS,
      maxTokenAge: OLDEST,
      clockTolerance: OLDEST,
      requiredClaims: ['iat', 'jti', 'events'],
    })
    const claims = Claims.parse(payload)
    const { sub: subject = null, sid: sessionId = null, jti: id } = claims
    return { issuer: metadata.issuer, subject, sessionId, id }
  } catch (error) {
    throw new ProviderRefusal('refused', `a logout token was refused: ${String(error)}`, error)
  }
}
