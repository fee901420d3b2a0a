import { expect, test } from 'vitest'
import { withBilledUser } from '../billed-user.ts'
import { IntegrationError, OWN_CEILING } from '../integration-error.ts'
import { type CallCounter, createCallBudget, untilNextDay } from './call-budget.ts'

/** Counts as the database does. */
function createCounter(): CallCounter {
  const counts = new Map<string, number>()
  return {
    async take(system, day, ceiling) {
      const count = counts.get(`${system} ${day}`) ?? 0
      if (count >= ceiling) return false
      counts.set(`${system} ${day}`, count + 1)
      return true
    },
    async giveBack(system, day) {
      counts.set(`${system} ${day}`, (counts.get(`${system} ${day}`) ?? 0) - 1)
    },
    async read(system, day) {
      const today = counts.get(`${system} ${day}`) ?? 0
      return { today, month: today }
    },
  }
}

function createBudget(deps: { ceiling: number; perPerson?: number }) {
  let now = new Date('2026-11-20T22:30:00Z')
  const budget = createCallBudget({
    ...deps,
    system: 'Vendor',
    counter: createCounter(),
    timeZone: 'UTC',
    clock: () => now,
    fetch: async () => new Response('{}'),
  })
  const ask = (person?: number) => {
    const call = () => budget.fetch('https://vendor.example/')
    return person === undefined ? call() : withBilledUser(person, call)
  }
  const sleep = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }
  return { ask, sleep, usageOf: (person: number) => withBilledUser(person, budget.usage) }
}

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof IntegrationError ? error : null),
  )

test('one person makes a share of the calls of a day, and leaves the others theirs', async () => {
  const { ask, usageOf } = createBudget({ ceiling: 5, perPerson: 2 })
  await ask(1)
  await ask(1)
  const refused = await refusalOf(ask(1))
  expect(refused).toMatchObject({ vendorCode: OWN_CEILING, retryAfterMs: 90 * 60_000 })
  expect(refused?.advice).toBe(
    'Your share of 2 calls to Vendor a day is used up until midnight (UTC). Known data stays available, and others can still make calls.',
  )
  await ask(2)
  // Background calls do not count towards any user's share.
  for (let call = 0; call < 2; call++) await ask()
  expect(await usageOf(1)).toEqual({ today: 5, month: 5, own: { today: 2, most: 2 } })
  expect((await refusalOf(ask(2)))?.advice).toMatch(/^Our limit of 5 calls/)
  // A call refused for the account does not count towards a user's share.
  expect(await usageOf(2)).toMatchObject({ own: { today: 1 } })
})

test('a share is a quarter of the calls by default, and one at least', async () => {
  expect(await createBudget({ ceiling: 200 }).usageOf(1)).toMatchObject({ own: { most: 50 } })
  expect(await createBudget({ ceiling: 1 }).usageOf(1)).toMatchObject({ own: { most: 1 } })
})

test('a share starts over at midnight, the time at which a refused user may try again', async () => {
  const { ask, sleep } = createBudget({ ceiling: 10, perPerson: 1 })
  await ask(1)
  sleep((await refusalOf(ask(1)))?.retryAfterMs ?? 0)
  expect(await refusalOf(ask(1))).toBeNull()
})

test.each([
  ['2026-11-20T10:00:00Z', 'UTC', 14 * 60],
  ['2026-11-20T10:00:00Z', 'Asia/Tokyo', 5 * 60],
  // Clocks go back: this day has 25 hours.
  ['2026-10-24T22:00:00Z', 'Europe/Berlin', 25 * 60],
  ['2026-11-20T23:59:30Z', 'UTC', 1],
])('from %s in %s the next day begins in %i minutes', (now, timeZone, minutes) => {
  expect(untilNextDay(new Date(now), timeZone)).toBe(minutes * 60_000)
})
