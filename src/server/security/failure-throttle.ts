interface Count {
  failures: number
  until: number
}

export interface FailureThrottle {
  /** Seconds to wait before the next try under this key; 0 when one is welcome. */
  waitFor(key: string, now: Date): number
  fail(key: string, now: Date): void
  /** Takes back one failure that was counted before it was known to be none. */
  undo(key: string): void
  forget(key: string): void
}

const MOST_KEYS = 50_000

/** Counts failures per key and closes the door for the rest of the window after `most` of them. Kept in memory. */
export function createFailureThrottle({
  most,
  windowMs,
}: {
  most: number
  windowMs: number
}): FailureThrottle {
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
      return count && count.failures >= most ? Math.ceil((count.until - now.getTime()) / 1000) : 0
    },
    fail(key, now) {
      const count = current(key, now)
      if (count) {
        count.failures += 1
        return
      }
      // A Map keeps its order: the oldest window goes first when somebody sprays over many names.
      const oldest = counts.keys().next()
      if (counts.size >= MOST_KEYS && !oldest.done) counts.delete(oldest.value)
      counts.set(key, { failures: 1, until: now.getTime() + windowMs })
    },
    undo(key) {
      const count = counts.get(key)
      if (count) count.failures -= 1
    },
    forget: (key) => {
      counts.delete(key)
    },
  }
}
