import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/connect.ts'
import { throttleCounts } from '../db/schema/throttles.ts'
import { createAppDatabase } from '../db/testing.ts'
import { createPasswordDoor } from './password-door.ts'
import { createThrottle } from './throttle.ts'
import { removeOldCounts } from './throttle-store.ts'

const RULE = { name: 'knocks', most: 3, windowMs: 60_000 }
const NOW = new Date('2026-11-18T09:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

let database: Database
beforeAll(async () => {
  database = await createAppDatabase()
})
afterAll(() => database.close())

describe('a throttle', () => {
  it('lets as many through as it says, of any number at once and of whichever server', async () => {
    const servers = [createThrottle(database.db, RULE), createThrottle(database.db, RULE)]
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, index) => servers[index % 2]?.take('many', NOW)),
    )
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3)
    expect(waits.filter((seconds) => seconds === 60)).toHaveLength(17)
  })

  it('says how long to wait, and opens again when its window ends', async () => {
    const throttle = createThrottle(database.db, RULE)
    for (const ms of [0, 10_000, 20_000]) expect(await throttle.take('one', later(ms))).toBe(0)
    expect(await throttle.take('one', later(30_500))).toBe(30)
    expect(await throttle.take('other', later(30_500))).toBe(0)
    for (const _ of [1, 2, 3]) expect(await throttle.take('one', later(60_000))).toBe(0)
    expect(await throttle.take('one', later(60_000))).toBe(60)
  })

  it('takes one back, or forgets them all', async () => {
    const throttle = createThrottle(database.db, RULE)
    for (const _ of [1, 2, 3]) await throttle.take('back', NOW)
    await throttle.undo('back')
    expect(await throttle.take('back', NOW)).toBe(0)
    expect(await throttle.take('back', NOW)).toBe(60)
    await throttle.forget('back')
    for (const _ of [1, 2, 3]) expect(await throttle.take('back', NOW)).toBe(0)
    await throttle.undo('never counted')
    await throttle.forget('never counted')
  })

  it('keeps nothing of what was typed, and nothing beyond its window', async () => {
    const throttle = createThrottle(database.db, RULE)
    await throttle.take('hunter2', NOW)
    await throttle.take('young', later(1))
    const rows = async () => (await database.db.select().from(throttleCounts)).map(({ key }) => key)
    expect((await rows()).join()).not.toContain('hunter2')
    await removeOldCounts(database.db, later(60_000))
    const left = await rows()
    expect(left).not.toEqual([])
    expect(await throttle.take('young', later(2))).toBe(0)
    expect(await rows()).toEqual(left)
  })
})

it('an address that is shut leaves nothing of the names that it tries', async () => {
  const door = createPasswordDoor({ db: database.db, clock: () => NOW })
  const address = '192.0.2.9'
  const tryWrong = (name: string) =>
    door.try(
      { account: `${address} ${name}`, address },
      async () => false,
      async () => {},
    )
  for (let index = 0; index < 100; index++) await tryWrong(`person ${index}`)
  const rows = () => database.db.$count(throttleCounts)
  await expect(tryWrong('one more')).rejects.toMatchObject({ code: 'tooMany' })
  const shut = await rows()
  for (const name of ['another', 'and another']) await tryWrong(name).catch(() => {})
  expect(await rows()).toBe(shut)
})

it('a server that starts anew still knows who has tried too many passwords', async () => {
  const keys = { account: '192.0.2.1 ada', address: '192.0.2.1' }
  const tryWrong = () =>
    createPasswordDoor({ db: database.db, clock: () => NOW }).try(
      keys,
      async () => false,
      async () => {},
    )
  for (let index = 0; index < 10; index++) expect(await tryWrong()).toBe(false)
  await expect(tryWrong()).rejects.toMatchObject({
    code: 'tooMany',
    retryAfter: 900,
  })
})

describe('people who come at once', () => {
  const enough = 50
  const everybody = (attempt: (index: number) => Promise<boolean>) =>
    Promise.allSettled(Array.from({ length: enough }, (_, index) => attempt(index)))
  const door = () => createPasswordDoor({ db: database.db, clock: () => NOW })

  it('with the right password all come in, and none is told to wait for those who were right', async () => {
    const keys = { account: '192.0.2.20 ada', address: '192.0.2.20' }
    const shut = door()
    const outcomes = await everybody(() =>
      shut.try(
        keys,
        // A password takes a while, in which the others come.
        () => new Promise((resolve) => setTimeout(() => resolve(true), 20)),
        async () => {},
      ),
    )
    expect(outcomes).toEqual(Array.from({ length: enough }, () => ({ status: 'fulfilled', value: true })))
    // Nothing of it is left.
    for (let index = 0; index < 10; index++) {
      const isRight = await shut.try(
        keys,
        async () => false,
        async () => {},
      )
      expect(isRight).toBe(false)
    }
  })

  it('with wrong ones have ten looked at, and the others are told when they may try again', async () => {
    let looked = 0
    let shown = 0
    const shut = door()
    const outcomes = await everybody(() =>
      shut.try(
        { account: '192.0.2.21 ada', address: '192.0.2.21' },
        async () => {
          looked += 1
          return false
        },
        async () => {
          shown += 1
        },
      ),
    )
    expect([looked, shown]).toEqual([10, 1])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(40)
    for (const outcome of refused)
      expect(outcome).toMatchObject({ reason: { code: 'tooMany', retryAfter: 900 } })
  })

  it('with both have no more than ten wrong ones looked at', async () => {
    let wrong = 0
    const shut = door()
    await everybody((index) =>
      shut.try(
        { account: '192.0.2.22 ada', address: '192.0.2.22' },
        async () => {
          if (index % 2 === 0) return true
          wrong += 1
          return false
        },
        async () => {},
      ),
    )
    expect(wrong).toBe(10)
  })

  it('do not wait for one whose password could not be looked at', async () => {
    const keys = { account: '192.0.2.23 ada', address: '192.0.2.23' }
    const shut = door()
    const outcomes = await everybody((index) =>
      shut.try(
        keys,
        async () => {
          if (index < 20) throw new Error('The lights went out')
          return true
        },
        async () => {},
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(enough - 20)
  })

  it('are asked to come back soon where more wait than a door can hold', async () => {
    let shown = 0
    const shut = door()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 120 }, () =>
        shut.try(
          { account: '192.0.2.24 ada', address: '192.0.2.24' },
          async () => true,
          async () => {
            shown += 1
          },
        ),
      ),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(20)
    // Nobody has failed, and the trail does not say so.
    expect(shown).toBe(0)
    for (const outcome of refused)
      expect(outcome).toMatchObject({ reason: { code: 'unavailable', retryAfter: 2 } })
  })
})
