import { createHash, createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that an authenticator app shows, after RFC 6238 and without the library of the server. */
export function totpCode(secret: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const digest = createHmac('sha1', bytesOfBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A CBOR value of the few kinds that an authenticator writes. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry as Buffer)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

const PRESENT = 1
const VERIFIED = 4
const SYNCABLE = 8
const SYNCED = 16
const HAS_KEY = 64

export interface Ceremony {
  challenge: string
  rpId?: string
  rp?: { id: string }
  user?: { id: string }
}

/** What a browser or an authenticator that lies says instead. */
export interface Lies {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  challenge?: string
  userHandle?: string
}

/** A passkey in software: ES256, with a counter unless it is synced. */
export function createAuthenticator({ origin = 'http://localhost:3000', isSynced = false } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = base64url(credentialId)
  let counter = 0
  let userHandle: string | undefined

  function clientData(type: string, challenge: string, lies: Lies) {
    const data = {
      type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(data))
  }

  function authenticatorData(rpId: string, lies: Lies, key?: Buffer) {
    if (!isSynced) counter += 1
    const flags =
      PRESENT |
      (lies.isVerified === false ? 0 : VERIFIED) |
      (isSynced ? SYNCABLE | SYNCED : 0) |
      (key ? HAS_KEY : 0)
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(lies.counter ?? counter, 1)
    return Buffer.concat([sha256(lies.rpId ?? rpId), rest, key ?? Buffer.alloc(0)])
  }

  function keyData() {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, cbor(cose)])
  }

  return {
    id,
    /** Answers what the server asks for to add a passkey. */
    make({ challenge, rp = { id: '' }, user }: Ceremony, lies: Lies = {}) {
      userHandle = user?.id
      const authData = authenticatorData(rp.id, lies, keyData())
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, lies)),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    /** Answers what the server asks for to use the passkey. */
    use({ challenge, rpId = '' }: Ceremony, lies: Lies = {}) {
      const authData = authenticatorData(rpId, lies)
      const client = clientData('webauthn.get', challenge, lies)
      const signer = createSign('sha256').update(Buffer.concat([authData, sha256(client)]))
      const handle = lies.userHandle ?? userHandle
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(signer.sign(privateKey)),
          ...(handle === undefined ? {} : { userHandle: handle }),
        },
      }
    },
  }
}
