import { counted, countedIn } from '#shared/format/count.ts'
import { dayAt } from '#shared/format/day.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { billedUser } from '../billed-user.ts'
import { IntegrationError, OWN_CEILING } from '../integration-error.ts'

/** Where calls are counted, for all servers of an installation. */
export interface CallCounter {
  /** Counts a call of this day, `yyyy-MM-dd`, unless there were as many as `ceiling`; whether it may be made. */
  take(system: string, day: string, ceiling: number): Promise<boolean>
  /** Takes the count of a call back that was not made. */
  giveBack(system: string, day: string): Promise<void>
  read(system: string, day: string): Promise<{ today: number; month: number }>
}

interface BudgetDeps {
  system: string
  counter: CallCounter
  /** Calls on a day: of all, and of one person. */
  ceiling: number
  perPerson?: number | undefined
  timeZone: string
  clock: () => Date
  fetch?: typeof fetch
  /** The path of what costs nothing, and is not counted: the vendor's word about the account. */
  free?: string
}

/** Default share of one user in the daily calls: a quarter. */
const PART = 4
const DAY_MINUTES = 25 * 60
/** How long it is until the next day begins there, to the minute; a day has up to 25 hours. */
export function untilNextDay(now: Date, timeZone: string): number {
  const today = dayAt(now, timeZone)
  const isToday = (minutes: number) =>
    dayAt(new Date(now.getTime() + minutes * MINUTE_MS), timeZone) === today
  let [least, most] = [0, DAY_MINUTES]
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2)
    if (isToday(middle)) least = middle
    else most = middle
  }
  return most * MINUTE_MS
}

const pathOf = (input: Parameters<typeof fetch>[0]) =>
  new URL(input instanceof Request ? input.url : input).pathname

const nameOfShare = (system: string, person: number) => `${system}, person ${person}`

/**
 * Budget for paid calls. Each call is counted before it is made, including retries, and none exceeds the
 * daily limit. The count survives restarts. A user cannot use more than their share, so that calls are left
 * for others.
 */
export function createCallBudget({
  system,
  counter,
  ceiling,
  perPerson = Math.max(1, Math.ceil(ceiling / PART)),
  timeZone,
  clock,
  fetch: ask = fetch,
  free,
}: BudgetDeps) {
  const today = () => dayAt(clock(), timeZone)
  const refusal = (why: string, advice: string) =>
    new IntegrationError(`${system} gets no more calls today: ${why}`, {
      system,
      operation: 'stay below the ceiling',
      kind: 'payment_required',
      vendorCode: OWN_CEILING,
      retryAfterMs: untilNextDay(clock(), timeZone),
      advice,
    })
  const all = {
    name: system,
    most: ceiling,
    refused: () =>
      refusal(
        `${ceiling} calls were made`,
        `Our limit of ${counted(ceiling)} calls to ${system} a day is used up until midnight (${timeZone}). Known data stays available.`,
      ),
  }
  const shareOf = (person: number) => ({
    name: nameOfShare(system, person),
    most: perPerson,
    refused: () =>
      refusal(
        `person ${person} has made ${perPerson} calls`,
        `Your share of ${countedIn(perPerson, 'call')} to ${system} a day is used up until midnight (${timeZone}). Known data stays available, and others can still make calls.`,
      ),
  })
  const fetchCounted: typeof fetch = async (input, init) => {
    if (free !== undefined && pathOf(input).endsWith(free)) return ask(input, init)
    const day = today()
    const person = billedUser()
    const taken: string[] = []
    const giveBack = () => Promise.all(taken.map((name) => counter.giveBack(name, day)))
    for (const { name, most, refused } of person === undefined ? [all] : [shareOf(person), all]) {
      if (await counter.take(name, day, most)) taken.push(name)
      else {
        await giveBack()
        throw refused()
      }
    }
    // Counting has taken longer than the call may: it is not made.
    if (init?.signal?.aborted) {
      await giveBack()
      init.signal.throwIfAborted()
    }
    return ask(input, init)
  }
  async function usage() {
    const person = billedUser()
    const [calls, own] = await Promise.all([
      counter.read(system, today()),
      person === undefined ? undefined : counter.read(nameOfShare(system, person), today()),
    ])
    return { ...calls, ...(own ? { own: { today: own.today, most: perPerson } } : {}) }
  }
  return { fetch: fetchCounted, usage }
}
