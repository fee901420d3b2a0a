import { createHash } from 'node:crypto'
import type { Db } from '../db/connect.ts'
import { countTry, removeCount, uncountTry } from './throttle-store.ts'

export interface ThrottleRule {
  /** What is counted; each has a name of its own. */
  name: string
  /** Tries within a window. */
  most: number
  windowMs: number
}

export interface Throttle {
  /** Counts a try under this key, and answers 0; where it would be one too many, the seconds until the next. */
  take(key: string, now: Date): Promise<number>
  /** Takes back one that was counted before it was known not to count. */
  undo(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/**
 * Counts per key, and closes the door for the rest of the window after `most`. The counts stand in the database: all
 * servers share them, and a restart forgets none. Fifty at once are counted one after the other.
 */
export function createThrottle(db: Db, { name, most, windowMs }: ThrottleRule): Throttle {
  const rowOf = (key: string) => `${name} ${createHash('sha256').update(key).digest('hex')}`
  return {
    async take(key, now) {
      const end = new Date(now.getTime() + windowMs)
      const shutUntil = await countTry(db, { key: rowOf(key), now, end, most })
      if (shutUntil === null) return 0
      return Math.max(1, Math.ceil((shutUntil.getTime() - now.getTime()) / 1000))
    },
    undo: (key) => uncountTry(db, rowOf(key)),
    forget: (key) => removeCount(db, rowOf(key)),
  }
}
