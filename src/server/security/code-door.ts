import { MINUTE_MS } from '#shared/format/duration.ts'
import type { Db } from '../db/connect.ts'
import type { AppError } from '../errors.ts'
import { createTally, createThrottle } from './throttle.ts'
import { createThrottleLine } from './throttle-line.ts'

/** Limit of wrong codes per account, from any address: someone who knows the password must not be able to try all million. */
const CODES = { name: 'codes of account', most: 5, windowMs: 15 * MINUTE_MS }
const WRONG_CODES = { name: 'wrong codes of account', windowMs: CODES.windowMs }
/** Floods must not fill the audit log. */
const TOLD_WINDOW = { name: 'code doors told', most: 1, windowMs: 10 * MINUTE_MS }
/** More wrong codes after a right password are hardly the owner's. */
const GUESSED_AFTER = 3

const BUSY = 'Too many people are signing in. Please try again in a moment.'

interface CodeEvents {
  /** What a code is refused with that is not checked. */
  refusal: (retryAfter: number) => Promise<AppError>
  /** Codes are being refused. Called once in a while, however many there are. */
  onShut(): Promise<void>
  /** An account's codes are being guessed. Called once per window. */
  onGuessed(): Promise<void>
}

export interface CodeDoor {
  /** Checks a code of an account, unless too many were wrong lately. */
  try(userId: number, isRight: () => Promise<boolean>, events: CodeEvents): Promise<boolean>
}

/**
 * Counts wrong codes per account. As with passwords, a code counts as wrong from its start and is uncounted if it was
 * right, so that codes sent in parallel are counted too.
 */
export function createCodeDoor({ db, clock }: { db: Db; clock: () => Date }): CodeDoor {
  const throttle = createThrottle(db, CODES)
  const line = createThrottleLine({ throttle, clock, refusal: BUSY })
  const wrong = createTally(db, WRONG_CODES)
  const told = createThrottle(db, TOLD_WINDOW)
  return {
    async try(userId, isRight, { refusal, onShut, onGuessed }) {
      const key = String(userId)
      const retryAfter = await line.enter(key)
      if (retryAfter > 0) {
        if ((await told.take(key, clock())) === 0) await onShut()
        throw await refusal(retryAfter)
      }
      let isWrong = false
      try {
        isWrong = !(await isRight())
      } finally {
        await line.leave(key, { isCounted: isWrong })
      }
      if (!isWrong) await Promise.all([throttle.forget(key), wrong.forget(key)])
      else if ((await wrong.add(key, clock())) === GUESSED_AFTER) await onGuessed()
      return !isWrong
    },
  }
}
