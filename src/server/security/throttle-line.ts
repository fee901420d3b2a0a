import { AppError } from '../errors.ts'
import type { Throttle } from './throttle.ts'

/** More of them do not wait for one door; they are asked to come back soon. */
const MOST_WAITING = 100
const SOON_SECONDS = 2

interface Line {
  waiting: number
  /** Let through, and not over yet. */
  underWay: number
  /** How many have been over. */
  ended: number
  last: Promise<unknown>
  wake: () => void
}

/**
 * Stands before a throttle whose tries count from their start, and of which some are taken back at their end: while
 * such are under way, nobody is told that the throttle is shut. They ask one after the other, each as often as one has
 * ended. No more are let through than the throttle says.
 */
export function createThrottleLine({
  throttle,
  clock,
  refusal,
}: {
  throttle: Throttle
  clock: () => Date
  /** What those are told who find too many waiting. */
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
    /** Counts a try and answers 0, once there is room for it; or the seconds after which there may be. */
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
    /** Ends a try that was let through; one that does not count is taken back. */
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
