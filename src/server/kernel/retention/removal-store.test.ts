import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Database } from '../../db/connect.ts'
import { gameRuns } from '../../db/schema/game-solutions.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { REMOVE_OLD, REMOVE_SHORT_LIVED, type Retention, retainRows, retentionJobs } from './removal-store.ts'

const NOW = new Date('2026-11-28T12:00:00Z')

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

function jobNamed(name: string, all: readonly Retention[]) {
  const job = retentionJobs({ db: database.db, clock: () => NOW }, all).find((each) => each.name === name)
  if (!job) throw new Error(`There is no job ${name}.`)
  return job.run({})
}

it('rows are kept for their days and then removed, however many there are', async () => {
  const add = (days: number, many: number) =>
    database.pool.query(
      "insert into game_runs (asked_at) select $1::timestamptz - $2 * interval '1 day' from generate_series(1, $3)",
      [NOW, days, many],
    )
  await add(30.001, 10_001)
  await add(30, 2)
  await jobNamed(REMOVE_OLD, [retainRows({ what: 'runs', since: gameRuns.askedAt, days: 30 })])
  const left = await database.db.select().from(gameRuns)
  expect(left.map(({ askedAt }) => NOW.getTime() - askedAt.getTime())).toEqual([30 * DAY_MS, 30 * DAY_MS])
})

it('a failed removal doesn’t stop the others, and is reported by name', async () => {
  const removed: string[] = []
  const keep = (what: string, isShortLived = false): Retention => ({
    ...{ what, kept: '1 day', isShortLived },
    removeOld: async () => {
      if (what === 'visits') throw new Error('Locked')
      removed.push(what)
    },
  })
  const all = [keep('notices'), keep('visits'), keep('exports', true)]
  await expect(jobNamed(REMOVE_OLD, all)).rejects.toThrow('Couldn’t remove old data: visits')
  expect(removed).toEqual(['notices', 'exports'])
  await jobNamed(REMOVE_SHORT_LIVED, all)
  expect(removed).toEqual(['notices', 'exports', 'exports'])
})
