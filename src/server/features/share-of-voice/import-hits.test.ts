import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { importHits } from './verbs/import-hits.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('keywords that an import adds keep nobody waiting in a circle, whoever adds the same ones', async () => {
  const { db, pool } = database
  const parts = {
    db,
    clock: () => new Date('2026-11-21T12:00:00Z'),
    timeZone: 'UTC',
    keptDays: 90,
    ownPublishers: [],
    addKeywords: true,
    refuse: () => {},
  }
  async function* rows() {
    for (const [line, keyword] of ['zester', 'apron'].entries())
      yield { line, cells: { day: '2026-11-20', keyword, publisher: 'Nookwise' } }
  }
  const other = await pool.connect()
  const add = (word: string) =>
    other.query('insert into keywords (keyword, identity) values ($1, $1)', [word])
  await other.query('begin')
  await add('apron')
  const imported = importHits(parts, rows())
  const isWaiting = async () =>
    (
      await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rows.length > 0
  while (!(await isWaiting()));
  await add('zester')
  await other.query('commit')
  other.release()
  expect(await imported).toMatchObject({ added: 2, refused: 0 })
})
