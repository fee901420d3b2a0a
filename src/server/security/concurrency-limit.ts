import { AppError } from '../errors.ts'

export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

interface Limit {
  atOnce: number
  mostWaiting: number
  /** What those are told who would have to wait behind `mostWaiting` others. */
  refusal: string
}

/** Runs at most `atOnce` pieces of work at a time, in the order they came; refuses when too many wait. */
export function createConcurrencyLimit({ atOnce, mostWaiting, refusal }: Limit): InTurn {
  let running = 0
  const waiting: (() => void)[] = []

  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new AppError('unavailable', refusal, { retryAfter: 3 })
      await new Promise<void>((resolve) => waiting.push(resolve))
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
