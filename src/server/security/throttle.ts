import { createHash } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { addTry, countTry, readTries, removeCount, uncountTry } from './throttle-store.ts'

export interface ThrottleRule {
  /** Unique name of the counter. */
  name: string
  /** Tries within a window. */
  most: number
  windowMs: number
}

export interface Throttle {
  /**
   * Counts a try under this key and returns 0, or the seconds until the next try if the limit is reached. The
   * window may be longer than the default.
   */
  take(key: string, now: Date, windowMs?: number): Promise<number>
  /** Uncounts a try that turned out not to count. */
  undo(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Keys are stored only as digests. */
const rowsOf = (name: string) => (key: string) => `${name} ${createHash('sha256').update(key).digest('hex')}`

/** Counters per key that never expire early; the caller decides on the consequences. */
export interface Tally {
  /** Counts a try and returns the number in this window. */
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
 * Counts per key, and refuses for the rest of the window after `most`. The counts are in the database, so
 * that all servers share them and restarts keep them. Concurrent calls are counted one after the other.
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
