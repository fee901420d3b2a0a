import { hash, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from './concurrency-limit.ts'

/** Argon2id with 19 MiB, two passes, one lane: the OWASP minimum, about 20 ms on one core. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** How each hash with these parameters begins. */
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`

export interface Passwords {
  hash(password: string): Promise<string>
  /** False for a wrong password and for a missing hash, which costs the same time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
  /** A new hash of a right password whose hash was made with other parameters; null if it was made with ours. */
  renew(passwordHash: string, password: string): Promise<string | null>
}

/** Hashing that never takes more than two threads; when too many wait, the rest is asked to come back. */
export function createPasswords({ renewsHashes = true } = {}): Passwords {
  let decoy: Promise<string> | undefined
  const inTurn = createConcurrencyLimit({
    atOnce: 2,
    mostWaiting: 50,
    refusal: 'Too many people are signing in. Please try again in a moment.',
  })

  const hashNow = (password: string) => hash(password, COST)
  return {
    hash: (password) => inTurn(() => hashNow(password)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        decoy ??= hashNow('nobody has this password')
        const matches = await verify(passwordHash ?? (await decoy), password)
        return matches && passwordHash !== null
      }),
    renew: async (passwordHash, password) =>
      renewsHashes && !passwordHash.startsWith(PREFIX) ? inTurn(() => hashNow(password)) : null,
  }
}
