import { AppError } from '../errors.ts'
import { createThrottle } from './throttle.ts'

const ACCOUNT_WINDOW = { most: 10, windowMs: 15 * 60_000 }
/** Floods must not fill the trail. */
const TOLD_WINDOW = { most: 1, windowMs: 10 * 60_000 }
const ADDRESS_WINDOW = { most: 100, windowMs: 10 * 60_000 }

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
  welcome(account: string): void
}

/**
 * Counts wrong passwords per account and per address. A try counts as wrong from its start, so that many at once are
 * counted too; when the password was right, or was not even looked at, it is taken back.
 */
export function createPasswordDoor({ clock }: { clock: () => Date }): PasswordDoor {
  const perAccount = createThrottle(ACCOUNT_WINDOW)
  const perAddress = createThrottle(ADDRESS_WINDOW)
  const told = createThrottle(TOLD_WINDOW)
  return {
    async try({ account, address }, isRight, onShut) {
      const now = clock()
      const ofAddress = perAddress.waitFor(address, now)
      const retryAfter = Math.max(perAccount.waitFor(account, now), ofAddress)
      if (retryAfter > 0) {
        const door = ofAddress > 0 ? address : account
        const isNews = told.waitFor(door, now) === 0
        told.count(door, now)
        if (isNews) await onShut()
        throw new AppError('tooMany', 'Too many failed attempts. Please try again later.', { retryAfter })
      }
      perAccount.count(account, now)
      perAddress.count(address, now)
      let isCounted = false
      try {
        isCounted = !(await isRight())
        return !isCounted
      } finally {
        if (!isCounted) {
          perAccount.undo(account)
          perAddress.undo(address)
        }
      }
    },
    welcome: (account) => perAccount.forget(account),
  }
}
