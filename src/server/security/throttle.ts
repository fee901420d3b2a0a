import { createHash } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { addTry, countTry, readTries, removeCount, uncountTry } from './throttle-store.ts'

export interface ThrottleRule {
  /** What is counted; each has a name of its own. */
  name: string
  /** Tries within a window. */
  most: number
  windowMs: number
}

export interface Throttle {
  /** Counts a try under this key, and answers 0; where it would be one too many, the seconds until the next. A window may be longer than usual. */
  take(key: string, now: Date, windowMs?: number): Promise<number>
  /** Takes back one that was counted before it was known not to count. */
  undo(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Nothing is kept as it was typed. */
const rowsOf = (name: string) => (key: string) => `${name} ${createHash('sha256').update(key).digest('hex')}`

/** A count per key without an end of its own; what follows from it is the caller's affair. */
export interface Tally {
  /** Counts one more and answers how many there are in this window. */
  add(key: string, now: Date): Promise<number>
  read(key: string, now: Date): Promise<number>
  undo(key: string): Promise<void>
  forget(key: string): Promise<void>
}

export function createTally(db: Db, { name, windowMs }: Omit<ThrottleRule, 'most'>): Tally {
  const rowOf = rowsOf(name)
  return {
    add: (key, now) => addTry(db, { key: rowOf(key), now, end: new Date(now.getTime() + windowMs) }),
    read: (key, now) => readTries(db, rowOf(key), now),
    undo: (key) => uncountTry(db, rowOf(key)),
    forget: (key) => removeCount(db, rowOf(key)),
  }
}

/**
 * Counts per key, and closes the door for the rest of the window after `most`. The counts stand in the database: all
 * servers share them, and a restart forgets none. Fifty at once are counted one after the other.
 */
export function createThrottle(db: Db, { name, most, windowMs }: ThrottleRule): Throttle {
  const rowOf = rowsOf(name)
  return {
    async take(key, now, ofThisMs = windowMs) {
      const end = new Date(now.getTime() + ofThisMs)
      const shutUntil = await countTry(db, { key: rowOf(key), now, end, most })
      if (shutUntil === null) return 0
      return Math.max(1, Math.ceil((shutUntil.getTime() - now.getTime()) / 1000))
    },
    undo: (key) => uncountTry(db, rowOf(key)),
    forget: (key) => removeCount(db, rowOf(key)),
  }
}
