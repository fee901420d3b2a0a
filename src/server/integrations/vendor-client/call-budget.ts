import { counted } from '#shared/format/count.ts'
import { dayAt } from '#shared/format/day.ts'
import { IntegrationError, OWN_CEILING } from '../integration-error.ts'

/** Where calls are counted, for all servers of an installation. */
export interface CallCounter {
  /** Counts a call of this day, `yyyy-MM-dd`, unless there were as many as `ceiling`; whether it may be made. */
  take(system: string, day: string, ceiling: number): Promise<boolean>
  /** Takes the count of a call back that was not made. */
  giveBack(system: string, day: string): Promise<void>
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
  /** The path of what costs nothing, and is not counted: the vendor's word about the account. */
  free?: string
}

/** No day is longer, be it the one on which clocks are put back. */
const LONGEST_DAY_MS = 26 * 3_600_000

/** Milliseconds until another day begins, to the second. */
function untilMidnight(now: Date, timeZone: string): number {
  const day = dayAt(now, timeZone)
  let [today, tomorrow] = [0, LONGEST_DAY_MS]
  while (tomorrow - today > 1000) {
    const middle = (today + tomorrow) / 2
    if (dayAt(new Date(now.getTime() + middle), timeZone) === day) today = middle
    else tomorrow = middle
  }
  return tomorrow
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
  free,
}: BudgetParts) {
  const today = () => dayAt(clock(), timeZone)
  const fetchCounted: typeof fetch = async (input, init) => {
    const isFree =
      free !== undefined && new URL(input instanceof Request ? input.url : input).pathname.endsWith(free)
    if (isFree) return ask(input, init)
    const day = today()
    if (!(await counter.take(system, day, ceiling))) {
      throw new IntegrationError(`${system} is not asked any more today: ${ceiling} calls were made`, {
        system,
        operation: 'stay below the ceiling',
        kind: 'payment_required',
        vendorCode: OWN_CEILING,
        liftedInMs: untilMidnight(clock(), timeZone),
        advice: `Our own ceiling of ${counted(ceiling)} calls to ${system} a day is reached, until midnight (${timeZone}). What is known stays.`,
      })
    }
    // Counting has taken longer than the call may: it is not made.
    if (init?.signal?.aborted) {
      await counter.giveBack(system, day)
      init.signal.throwIfAborted()
    }
    return ask(input, init)
  }
  return { fetch: fetchCounted, usage: () => counter.read(system, today()) }
}
