import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Database } from '../db/connect.ts'
import { throttleCounts } from '../db/schema/throttles.ts'
import { createAppDatabase } from '../db/testing.ts'
import { createPasswordDoor } from './password-door.ts'
import { createThrottle } from './throttle.ts'
import { removeOldCounts } from './throttle-store.ts'

const RULE = { name: 'knocks', most: 3, windowMs: 60_000 }
const NOW = new Date('2026-11-18T09:00:00Z')
const SILENT = { onShut: async () => {}, onGuessed: async () => {} }
const later = (ms: number) => new Date(NOW.getTime() + ms)

let database: Database
beforeAll(async () => {
  database = await createAppDatabase()
})
afterAll(() => database.close())

describe('a throttle', () => {
  it('lets its limit through, for any number of simultaneous calls and servers', async () => {
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

  it('stores none of the input, and nothing beyond its window', async () => {
    const throttle = createThrottle(database.db, RULE)
    await throttle.take('hunter2', NOW)
    await throttle.take('young', later(1))
    const rows = async () =>
      (await database.db.select().from(throttleCounts)).map(({ key }) => key).toSorted()
    expect((await rows()).join()).not.toContain('hunter2')
    await removeOldCounts(database.db, later(60_000))
    const left = await rows()
    expect(left).not.toEqual([])
    expect(await throttle.take('young', later(2))).toBe(0)
    expect(await rows()).toEqual(left)
  })
})

describe('a flood of wrong passwords', () => {
  const wrong = async () => false
  const right = async () => true

  it('from one address makes strangers there slower, and locks none of their colleagues out', async () => {
    const pauses: number[] = []
    const door = createPasswordDoor({
      db: database.db,
      clock: () => NOW,
      pause: async (ms) => void pauses.push(ms),
    })
    const address = '192.0.2.9'
    for (let index = 0; index < 100; index++)
      await door.try({ account: `person ${index}`, address }, wrong, SILENT)
    expect(pauses).toEqual([])
    expect(await door.try({ account: 'colleague', address }, right, SILENT)).toBe(true)
    expect(pauses).toEqual([25])
    for (let index = 100; index < 300; index++)
      await door.try({ account: `person ${index}`, address }, wrong, SILENT)
    expect(Math.max(...pauses)).toBe(1000)
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
    const known = { account: 'who has been here', address }
    await door.welcome(known)
    pauses.length = 0
    expect(await door.try(known, right, SILENT)).toBe(true)
    expect(pauses).toEqual([])
  })

  it('on one account from forty addresses is slowed down more and more, and its owner is warned once an hour', async () => {
    let now = NOW
    let warnings = 0
    const door = createPasswordDoor({ db: database.db, clock: () => now })
    const events = {
      ...SILENT,
      onGuessed: async () => {
        warnings += 1
      },
    }
    const home = { account: 'ada', address: '192.0.2.77' }
    await door.welcome(home)
    const outcomes: string[] = []
    for (let address = 0; address < 40; address++) {
      for (let index = 0; index < 9; index++) {
        const keys = { account: 'ada', address: `198.51.100.${address}` }
        outcomes.push(await door.try(keys, wrong, events).then(String, (error) => error.code))
      }
    }
    expect(outcomes.filter((outcome) => outcome === 'false')).toHaveLength(31)
    expect(outcomes.filter((outcome) => outcome === 'tooMany')).toHaveLength(329)
    expect(warnings).toBe(1)
    expect(await door.try(home, right, events)).toBe(true)
    const elsewhere = { account: 'ada', address: '203.0.113.5' }
    const waits: number[] = []
    for (const _ of [1, 2, 3]) {
      await door.try(elsewhere, wrong, events).catch((error) => waits.push(error.retryAfter))
      now = new Date(now.getTime() + (waits.at(-1) ?? 0) * 1000)
      await door.try(elsewhere, wrong, events)
    }
    expect(waits).toEqual([2, 4, 8])
    now = new Date(now.getTime() + HOUR_MS)
    for (let index = 0; index < 25; index++)
      await door.try({ account: 'ada', address: `203.0.113.${index}` }, wrong, events)
    expect(warnings).toBe(2)
  })
})

it('a restarted server still knows who has tried too many passwords', async () => {
  const keys = { account: 'bea', address: '192.0.2.1' }
  const tryWrong = () =>
    createPasswordDoor({ db: database.db, clock: () => NOW }).try(keys, async () => false, SILENT)
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

  it('with the right password all come in, and none has to wait for the others', async () => {
    const keys = { account: 'ada of 192.0.2.20', address: '192.0.2.20' }
    const shut = door()
    const outcomes = await everybody(() =>
      shut.try(
        keys,
        // A password takes a while, in which the others come.
        () => new Promise((resolve) => setTimeout(() => resolve(true), 20)),
        SILENT,
      ),
    )
    expect(outcomes).toEqual(Array.from({ length: enough }, () => ({ status: 'fulfilled', value: true })))
    // Nothing of it is left.
    for (let index = 0; index < 10; index++) {
      const isRight = await shut.try(keys, async () => false, SILENT)
      expect(isRight).toBe(false)
    }
  })

  it('with wrong passwords get ten checked, and the others learn when they may try again', async () => {
    let looked = 0
    let shown = 0
    const shut = door()
    const outcomes = await everybody(() =>
      shut.try(
        { account: 'ada of 192.0.2.21', address: '192.0.2.21' },
        async () => {
          looked += 1
          return false
        },
        {
          ...SILENT,
          onShut: async () => {
            shown += 1
          },
        },
      ),
    )
    expect([looked, shown]).toEqual([10, 1])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(40)
    for (const outcome of refused)
      expect(outcome).toMatchObject({ reason: { code: 'tooMany', retryAfter: 900 } })
  })

  it('with both get at most ten wrong passwords checked', async () => {
    let wrong = 0
    const shut = door()
    await everybody((index) =>
      shut.try(
        { account: 'ada of 192.0.2.22', address: '192.0.2.22' },
        async () => {
          if (index % 2 === 0) return true
          wrong += 1
          return false
        },
        SILENT,
      ),
    )
    expect(wrong).toBe(10)
  })

  it('do not wait for a caller whose password could not be checked', async () => {
    const keys = { account: 'ada of 192.0.2.23', address: '192.0.2.23' }
    const shut = door()
    const outcomes = await everybody((index) =>
      shut.try(
        keys,
        async () => {
          if (index < 20) throw new Error('The lights went out')
          return true
        },
        SILENT,
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(enough - 20)
  })

  it('have to come back soon if too many wait', async () => {
    let shown = 0
    const shut = door()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 120 }, () =>
        shut.try({ account: 'ada of 192.0.2.24', address: '192.0.2.24' }, async () => true, {
          ...SILENT,
          onShut: async () => {
            shown += 1
          },
        }),
      ),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(20)
    // No password was wrong, so nothing is audited.
    expect(shown).toBe(0)
    for (const outcome of refused)
      expect(outcome).toMatchObject({ reason: { code: 'unavailable', retryAfter: 2 } })
  })
})
