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
  /** Null if it was sealed with another key, or is not a sealed secret. */
  open(sealed: string): string | null
  /** A secret of its own for one use, the same on every server that has the key: 64 hexadecimal digits. */
  derive(use: string): string
}

/** `key` is 32 random bytes. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, iv)
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        const body = bytes.subarray(IV_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    derive: (use) => createHmac('sha256', key).update(`copydesk ${use}`).digest('hex'),
  }
}

/** The key that was configured, or the one in the data folder, which is made at the first start for its owner alone. */
export async function readSecretKey({
  dataDir,
  secretKey,
}: {
  dataDir: string
  secretKey: string | undefined
}): Promise<Buffer> {
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
