import type { Db } from '../db/connect.ts'
import { AppError } from '../errors.ts'
import { createThrottle } from './throttle.ts'

const ACCOUNT_WINDOW = { name: 'passwords of account', most: 10, windowMs: 15 * 60_000 }
/** Floods must not fill the trail. */
const TOLD_WINDOW = { name: 'doors told', most: 1, windowMs: 10 * 60_000 }
const ADDRESS_WINDOW = { name: 'passwords of address', most: 100, windowMs: 10 * 60_000 }

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
 * counted too; when the password was right, or was not even looked at, it is taken back.
 */
export function createPasswordDoor({ db, clock }: { db: Db; clock: () => Date }): PasswordDoor {
  const perAccount = createThrottle(db, ACCOUNT_WINDOW)
  const perAddress = createThrottle(db, ADDRESS_WINDOW)
  const told = createThrottle(db, TOLD_WINDOW)
  return {
    async try({ account, address }, isRight, onShut) {
      const now = clock()
      const ofAddress = await perAddress.take(address, now)
      // Nothing is kept of the names that a shut address tries.
      const ofAccount = ofAddress > 0 ? 0 : await perAccount.take(account, now)
      const retryAfter = Math.max(ofAccount, ofAddress)
      if (retryAfter > 0) {
        if (ofAddress === 0) await perAddress.undo(address)
        const isNews = (await told.take(ofAddress > 0 ? address : account, now)) === 0
        if (isNews) await onShut()
        throw new AppError('tooMany', 'Too many failed attempts. Please try again later.', { retryAfter })
      }
      let isCounted = false
      try {
        isCounted = !(await isRight())
        return !isCounted
      } finally {
        if (!isCounted) {
          await perAccount.undo(account)
          await perAddress.undo(address)
        }
      }
    },
    welcome: (account) => perAccount.forget(account),
  }
}
