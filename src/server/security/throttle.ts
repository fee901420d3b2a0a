interface Count {
  counted: number
  until: number
}

export interface Throttle {
  /** Seconds to wait before the next try under this key; 0 when one is welcome. */
  waitFor(key: string, now: Date): number
  count(key: string, now: Date): void
  /** Takes back one that was counted before it was known not to count. */
  undo(key: string): void
  forget(key: string): void
}

const MOST_KEYS = 50_000

/** Counts per key, and closes the door for the rest of the window after `most`. Kept in memory. */
export function createThrottle({ most, windowMs }: { most: number; windowMs: number }): Throttle {
  const counts = new Map<string, Count>()

  function current(key: string, now: Date): Count | undefined {
    const count = counts.get(key)
    if (count && count.until <= now.getTime()) {
      counts.delete(key)
      return undefined
    }
    return count
  }

  return {
    waitFor(key, now) {
      const count = current(key, now)
      return count && count.counted >= most ? Math.ceil((count.until - now.getTime()) / 1000) : 0
    },
    count(key, now) {
      const count = current(key, now)
      if (count) {
        count.counted += 1
        return
      }
      // A Map keeps its order: the oldest window goes first when somebody sprays over many names.
      const oldest = counts.keys().next()
      if (counts.size >= MOST_KEYS && !oldest.done) counts.delete(oldest.value)
      counts.set(key, { counted: 1, until: now.getTime() + windowMs })
    },
    undo(key) {
      const count = counts.get(key)
      if (count) count.counted -= 1
    },
    forget: (key) => {
      counts.delete(key)
    },
  }
}
