import type { Db } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { createThrottle } from './throttle.ts'
import { createThrottleLine } from './throttle-line.ts'

const ACCOUNT_WINDOW = { name: 'passwords of account', most: 10, windowMs: 15 * 60_000 }
/** Floods must not fill the trail. */
const TOLD_WINDOW = { name: 'doors told', most: 1, windowMs: 10 * 60_000 }
const ADDRESS_WINDOW = { name: 'passwords of address', most: 100, windowMs: 10 * 60_000 }
const BUSY = 'Too many people are signing in. Please try again in a moment.'

export interface DoorKeys {
  account: string
  address: string
}

export interface PasswordDoor {
  /**
   * Lets a password be tried; 429 where too many were wrong. `onShut` hears of it once in a while, however many
   * stand before the door.
   */
  try(keys: DoorKeys, isRight: () => Promise<boolean>, onShut: () => Promise<void>): Promise<boolean>
  /** Forgets the failures of an account, whose owner has come in. */
  welcome(account: string): Promise<void>
}

/**
 * Counts wrong passwords per account and per address. A try counts as wrong from its start, so that many at once are
 * counted too; when the password was right, or was not even looked at, it is taken back. Whoever comes meanwhile waits
 * for that, and is not taken for one too many.
 */
export function createPasswordDoor({ db, clock }: { db: Db; clock: () => Date }): PasswordDoor {
  const perAccount = createThrottle(db, ACCOUNT_WINDOW)
  const accounts = createThrottleLine({ throttle: perAccount, clock, refusal: BUSY })
  const addresses = createThrottleLine({ throttle: createThrottle(db, ADDRESS_WINDOW), clock, refusal: BUSY })
  const told = createThrottle(db, TOLD_WINDOW)

  async function refuse(key: string, retryAfter: number, onShut: () => Promise<void>): Promise<never> {
    const isNews = (await told.take(key, clock())) === 0
    if (isNews) await onShut()
    throw new AppError('tooMany', 'Too many failed attempts. Please try again later.', { retryAfter })
  }

  /** Runs `work` as a try of `key` that counts where it answers false. */
  async function counted(
    line: ReturnType<typeof createThrottleLine>,
    key: string,
    work: () => Promise<boolean>,
    onShut: () => Promise<void>,
  ): Promise<boolean> {
    const retryAfter = await line.enter(key)
    if (retryAfter > 0) return refuse(key, retryAfter, onShut)
    let isCounted = false
    try {
      isCounted = !(await work())
      return !isCounted
    } finally {
      await line.leave(key, { isCounted })
    }
  }

  return {
    // Nothing is kept of the names that a shut address tries.
    try: ({ account, address }, isRight, onShut) =>
      counted(addresses, address, () => counted(accounts, account, isRight, onShut), onShut),
    welcome: (account) => perAccount.forget(account),
  }
}
