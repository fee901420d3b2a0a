import { AppError } from '../errors.ts'

/** Work whose turn has not come when `patience` ends is not done, and rejects with its reason. */
export type InTurn = <Result>(work: () => Promise<Result>, patience?: AbortSignal) => Promise<Result>

/** For those who would wait too long. */
export const busy = (message: string) => new AppError('unavailable', message, { retryAfter: 3 })

interface Limit {
  atOnce: number
  mostWaiting: number
  /** Message for calls that would exceed `mostWaiting`. */
  refusal: string
}

/** Waits for a turn in the queue, or leaves it. */
function turnIn(queue: (() => void)[], patience: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      queue.splice(queue.indexOf(begin), 1)
      reject(patience?.reason)
    }
    const begin = () => {
      patience?.removeEventListener('abort', leave)
      resolve()
    }
    queue.push(begin)
    if (patience?.aborted) leave()
    else patience?.addEventListener('abort', leave, { once: true })
  })
}

/** The same per user: a user with many running calls only delays their own. */
export function createPersonalLimit(limit: Limit) {
  const lanes = new Map<number, { inTurn: InTurn; underWay: number }>()
  return async <Result>(
    personId: number,
    work: () => Promise<Result>,
    patience?: AbortSignal,
  ): Promise<Result> => {
    const lane = lanes.get(personId) ?? { inTurn: createConcurrencyLimit(limit), underWay: 0 }
    lanes.set(personId, lane)
    lane.underWay += 1
    try {
      return await lane.inTurn(work, patience)
    } finally {
      lane.underWay -= 1
      if (lane.underWay === 0) lanes.delete(personId)
    }
  }
}

/** Runs at most `atOnce` pieces of work at a time, in the order they came; refuses when too many wait. */
export function createConcurrencyLimit({ atOnce, mostWaiting, refusal }: Limit): InTurn {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work, patience) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw busy(refusal)
      await turnIn(waiting, patience)
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, so that nobody slips in between.
      if (next) next()
      else running -= 1
    }
  }
}
