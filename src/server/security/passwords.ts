import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../errors.ts'

/** Argon2id with 19 MiB, two passes, one lane: the OWASP minimum, about 20 ms on one core. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const MOST_WAITING = 50

export interface Passwords {
  hash(password: string): Promise<string>
  /** False for a wrong password and for a missing hash, which costs the same time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

/** Hashing that never takes more than two threads; when too many wait, the rest is asked to come back. */
export function createPasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  let decoy: Promise<string> | undefined

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= AT_ONCE) {
      if (waiting.length >= MOST_WAITING) {
        throw new AppError('unavailable', 'Too many people are signing in. Please try again in a moment.', {
          retryAfter: 3,
        })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, so that nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }

  const hashNow = (password: string) => hash(password, COST)
  return {
    hash: (password) => inTurn(() => hashNow(password)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        decoy ??= hashNow('nobody has this password')
        const matches = await verify(passwordHash ?? (await decoy), password)
        return matches && passwordHash !== null
      }),
  }
}
