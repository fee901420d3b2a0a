import { dayAt } from '#shared/format/day.ts'
import { IntegrationError } from '../integration-error.ts'

/** Where calls are counted, for all servers of an installation. */
export interface CallCounter {
  /** Counts a call of this day, `yyyy-MM-dd`, unless there were as many as `ceiling`; whether it may be made. */
  take(system: string, day: string, ceiling: number): Promise<boolean>
  read(system: string, day: string): Promise<{ today: number; month: number }>
}

/** How often a vendor was asked, and how often it may be asked on a day. */
export interface CallUsage {
  today: number
  month: number
  ceiling: number
  /** How long an answer is told again. */
  keptHours: number
}

interface BudgetParts {
  system: string
  counter: CallCounter
  /** Calls on a day. */
  ceiling: number
  timeZone: string
  clock: () => Date
  fetch?: typeof fetch
}

/**
 * Calls that cost money: each is counted before it is made, repeats included, and beyond a day's ceiling none is. The
 * count outlives restarts.
 */
export function createCallBudget({
  system,
  counter,
  ceiling,
  timeZone,
  clock,
  fetch: ask = fetch,
}: BudgetParts) {
  const today = () => dayAt(clock(), timeZone)
  const counted: typeof fetch = async (input, init) => {
    if (!(await counter.take(system, today(), ceiling))) {
      throw new IntegrationError(`${system} is not asked any more today: ${ceiling} calls were made`, {
        system,
        operation: 'stay below the ceiling',
        kind: 'payment_required',
        advice: `${system} has been asked ${ceiling} times today, as often as is allowed. What is known stays; it is asked again tomorrow.`,
      })
    }
    return ask(input, init)
  }
  return { fetch: counted, usage: () => counter.read(system, today()) }
}
