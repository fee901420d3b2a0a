import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts third-party secrets, so that the database alone does not reveal them. */
export interface SecretBox {
  seal(secret: string): string
  /** Null if no known key opens it, or it is not a sealed secret. */
  open(sealed: string): string | null
  /** Whether the current key sealed it, and its name is in front. */
  isCurrent(sealed: string): boolean
  /** A secret of its own for one use, the same on every server that has the key: 64 hexadecimal digits. */
  derive(use: string): string
  /** The same of all keys, the current one first: for texts signed before the key was replaced. */
  derivations(use: string): readonly string[]
}

function openWith(key: Buffer, body: string): string | null {
  const bytes = Buffer.from(body, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const deriveFrom = (key: Buffer, use: string) =>
  createHmac('sha256', key).update(`copydesk ${use}`).digest('hex')

/**
 * Sealed secrets begin with the name of their key and a dot; those sealed before 0.3.0 have none. Keys are 32 random
 * bytes: the current one seals, and both open.
 */
export function createSecretBox({ current, previous }: SecretKeys): SecretBox {
  const nameOf = (key: Buffer) => deriveFrom(key, 'key name').slice(0, 8)
  const keys = [current, ...(previous ? [previous] : [])].map((key) => ({ key, name: nameOf(key) }))
  const name = nameOf(current)
  return {
    seal(secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, current, iv)
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return `${name}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed) {
      const [first = '', body] = sealed.split('.')
      const able = body === undefined ? keys : keys.filter((each) => each.name === first)
      for (const { key } of able) {
        const secret = openWith(key, body ?? first)
        if (secret !== null) return secret
      }
      return null
    },
    isCurrent: (sealed) => sealed.startsWith(`${name}.`),
    derive: (use) => deriveFrom(current, use),
    derivations: (use) => keys.map(({ key }) => deriveFrom(key, use)),
  }
}

export interface SecretKeys {
  current: Buffer
  /** The key that `current` has replaced, until everything is sealed again. */
  previous: Buffer | null
}

/** The keys of the settings. The current one is otherwise in the data folder, made at the first start. */
export async function readSecretKeys({
  previousSecretKey,
  ...settings
}: KeySettings & { previousSecretKey: string | undefined }): Promise<SecretKeys> {
  const previous = previousSecretKey === undefined ? null : Buffer.from(previousSecretKey, 'hex')
  return { current: await readSecretKey(settings), previous }
}

interface KeySettings {
  dataDir: string
  secretKey: string | undefined
}

/** The key that was configured, or the one in the data folder, which is made at the first start for its owner alone. */
async function readSecretKey({ dataDir, secretKey }: KeySettings): Promise<Buffer> {
  if (secretKey !== undefined) return Buffer.from(secretKey, 'hex')
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
  if (key.length === KEY_BYTES) return key
  throw new Error(
    `${file} is no longer a valid key. Remove it, and Copydesk creates a new one at the next start.`,
  )
}
