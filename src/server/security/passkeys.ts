import { isIP } from 'node:net'
import type { PasskeyAttestation } from '#shared/features/ground/factors/contract.ts'
import type { PasskeyAssertion } from '#shared/features/ground/factors/form.ts'

/** Where passkeys are made for and used at. */
export interface PasskeySite {
  /** The host, without a port. */
  rpId: string
  origin: string
  /** Why passkeys are not offered here; null if they are. */
  fault: string | null
}

/** Browsers know passkeys only on https and on localhost, and only for hosts that have a name. */
export function passkeySite(publicUrl: string): PasskeySite {
  const { protocol, hostname: rpId, origin } = new URL(publicUrl)
  const isNamed = isIP(rpId.replace(/^\[|\]$/g, '')) === 0
  const isOffered = isNamed && (protocol === 'https:' || rpId === 'localhost')
  const fault = `They need https and a host name, and this address is ${origin}. Use an authenticator app instead.`
  return { rpId, origin, fault: isOffered ? null : fault }
}

/** What an authenticator stores as the user's identity: says nothing about the person. */
export const userHandleOf = (userId: number): string => Buffer.from(`user ${userId}`).toString('base64url')

export interface StoredPasskey {
  credentialId: string
  publicKey: string
  counter: number
}

interface Expected {
  /** What the authenticator was to sign. */
  challenge: string
  site: PasskeySite
}

/** Garbage, and signatures made for another site, are refused like a wrong signature. */
async function verified<Answer>(verify: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}

/**
 * The counter that a passkey signed, and whether it is copied to other devices; null unless its owner used it here,
 * for this challenge, and was verified by it.
 */
export async function verifyAssertion(
  assertion: PasskeyAssertion,
  passkey: StoredPasskey,
  { challenge, site }: Expected,
): Promise<{ counter: number; isBackedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  const answer = await verified(() =>
    verifyAuthenticationResponse({
      response: {
        id: assertion.id,
        rawId: assertion.rawId,
        type: assertion.type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  )
  if (!answer?.verified) return null
  const { newCounter, credentialBackedUp } = answer.authenticationInfo
  return { counter: newCounter, isBackedUp: credentialBackedUp }
}

export interface NewPasskey extends StoredPasskey {
  transports: string[]
  deviceType: 'singleDevice' | 'multiDevice'
  isBackedUp: boolean
}

/** Algorithms of passkeys: EdDSA, ES256 and RS256, by their COSE numbers. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

/** The passkey that a browser made; null if it is not for this site and challenge, or did not verify its user. */
export async function verifyAttestation(
  attestation: PasskeyAttestation,
  { challenge, site }: Expected,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { clientDataJSON, attestationObject, transports = [] } = attestation.response
  const answer = await verified(() =>
    verifyRegistrationResponse({
      response: {
        id: attestation.id,
        rawId: attestation.rawId,
        type: attestation.type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    }),
  )
  if (!answer?.verified) return null
  const { credential, credentialDeviceType, credentialBackedUp } = answer.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports,
    deviceType: credentialDeviceType,
    isBackedUp: credentialBackedUp,
  }
}
