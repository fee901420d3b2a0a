import { DAY_MS, MINUTE_MS } from '#shared/format/duration.ts'
import type { Db } from '../db/connect.ts'
import type { AppError } from '../errors.ts'
import { createTally, createThrottle, type ThrottleRule } from './throttle.ts'
import { createThrottleLine } from './throttle-line.ts'

/** Limit of wrong codes per account, from any address: a caller who knows the password must not be able to try all million. */
const CODES = { name: 'codes of account', most: 5, windowMs: 15 * MINUTE_MS }
const WRONG_CODES = { name: 'wrong codes of account', windowMs: CODES.windowMs }
/** The same over a day, which a right code does not clear: else guesses go on behind the sign-ins of the owner. */
const DAY_CODES = { name: 'codes of account in a day', most: 20, windowMs: DAY_MS }
const DAY_WRONG_CODES = { name: 'wrong codes of account in a day', windowMs: DAY_MS }
/** Floods must not fill the audit trail. */
const TOLD_WINDOW = { name: 'code doors told', most: 1, windowMs: 10 * MINUTE_MS }
/** More wrong codes after a right password are hardly the owner's. */
const GUESSED_AFTER = 3
const DAY_GUESSED_AFTER = 6

const BUSY = 'Too many people are signing in. Please try again in a moment.'

interface CodeEvents {
  /** What a code is refused with that is not checked. */
  refusal: (retryAfter: number) => Promise<AppError>
  /** Codes are being refused. Called once in a while, however many there are. */
  onShut(): Promise<void>
  /** An account's codes are being guessed. Called once per window and code. */
  onGuessed(): Promise<void>
}

export interface CodeDoor {
  /** Checks a code of an account’s app, which the key names, unless too many were wrong lately. */
  try(key: string, isRight: () => Promise<boolean>, events: CodeEvents): Promise<boolean>
}

/** Counts the codes of one window. A code counts as wrong from its start and is uncounted if it was right. */
function createWindow(deps: { db: Db; clock: () => Date }, limit: ThrottleRule) {
  const throttle = createThrottle(deps.db, limit)
  return { line: createThrottleLine({ throttle, clock: deps.clock, refusal: BUSY }), throttle }
}

/**
 * Counts wrong codes per account. As with passwords, a code counts as wrong from its start and is uncounted if it was
 * right, so that codes sent in parallel are counted too.
 */
export function createCodeDoor({ db, clock }: { db: Db; clock: () => Date }): CodeDoor {
  const [lately, today] = [createWindow({ db, clock }, CODES), createWindow({ db, clock }, DAY_CODES)]
  const [wrong, wrongToday] = [createTally(db, WRONG_CODES), createTally(db, DAY_WRONG_CODES)]
  const told = createThrottle(db, TOLD_WINDOW)

  /** Returns 0, or the seconds until the next code if one of the windows is full. */
  async function enter(key: string): Promise<number> {
    const ofDay = await today.line.enter(key)
    if (ofDay > 0) return ofDay
    let isIn = false
    try {
      const retryAfter = await lately.line.enter(key)
      isIn = retryAfter === 0
      return retryAfter
    } finally {
      if (!isIn) await today.line.leave(key, { isCounted: false })
    }
  }

  return {
    async try(key, isRight, { refusal, onShut, onGuessed }) {
      const retryAfter = await enter(key)
      if (retryAfter > 0) {
        if ((await told.take(key, clock())) === 0) await onShut()
        throw await refusal(retryAfter)
      }
      let isWrong = false
      try {
        isWrong = !(await isRight())
      } finally {
        try {
          await lately.line.leave(key, { isCounted: isWrong })
        } finally {
          await today.line.leave(key, { isCounted: isWrong })
        }
      }
      if (!isWrong) await Promise.all([lately.throttle.forget(key), wrong.forget(key)])
      else {
        const [ofLate, ofDay] = [await wrong.add(key, clock()), await wrongToday.add(key, clock())]
        if (ofLate === GUESSED_AFTER || ofDay === DAY_GUESSED_AFTER) await onGuessed()
      }
      return !isWrong
    },
  }
}
