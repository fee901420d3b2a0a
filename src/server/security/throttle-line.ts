import { AppError } from '../errors.ts'
import type { Throttle } from './throttle.ts'

/** Most tries waiting at one throttle. Further ones are asked to come back soon. */
const MOST_WAITING = 100
const SOON_SECONDS = 2

interface Line {
  waiting: number
  /** Let through and not finished. */
  underWay: number
  /** Number of finished ones. */
  ended: number
  last: Promise<unknown>
  wake: () => void
}

/**
 * Queue in front of a throttle whose tries are counted at their start and partly uncounted at their end.
 * While such tries are running, none is refused because the throttle is full. Waiting tries check in
 * sequence, each once per finished try. Never lets more through than the throttle allows.
 */
export function createThrottleLine({
  throttle,
  clock,
  refusal,
}: {
  throttle: Throttle
  clock: () => Date
  /** Message when too many are waiting. */
  refusal: string
}) {
  const lines = new Map<string, Line>()

  function lineOf(key: string): Line {
    const line = lines.get(key) ?? {
      waiting: 0,
      underWay: 0,
      ended: 0,
      last: Promise.resolve(),
      wake: () => {},
    }
    lines.set(key, line)
    return line
  }

  function leaveEmpty(key: string, { waiting, underWay }: Line): void {
    if (waiting + underWay === 0) lines.delete(key)
  }

  async function ask(key: string, line: Line): Promise<number> {
    for (;;) {
      const { ended } = line
      const next = new Promise<void>((resolve) => {
        line.wake = resolve
      })
      const seconds = await throttle.take(key, clock())
      if (seconds === 0) {
        line.underWay += 1
        return 0
      }
      const isSame = line.ended === ended
      if (isSame && line.underWay === 0) return seconds
      if (isSame) await next
    }
  }

  return {
    /** Counts a try and returns 0 as soon as there is room, or the seconds after which there may be. */
    async enter(key: string): Promise<number> {
      const line = lineOf(key)
      if (line.waiting >= MOST_WAITING)
        throw new AppError('unavailable', refusal, { retryAfter: SOON_SECONDS })
      line.waiting += 1
      const turn = line.last.then(() => ask(key, line))
      line.last = turn.catch(() => {})
      try {
        return await turn
      } finally {
        line.waiting -= 1
        leaveEmpty(key, line)
      }
    },
    /** Ends a try that was let through; one that does not count is uncounted. */
    async leave(key: string, { isCounted }: { isCounted: boolean }): Promise<void> {
      const line = lineOf(key)
      try {
        if (!isCounted) await throttle.undo(key)
      } finally {
        line.underWay -= 1
        line.ended += 1
        line.wake()
        leaveEmpty(key, line)
      }
    },
  }
}
