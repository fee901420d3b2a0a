import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { importHits } from './verbs/import-hits.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const deps = () => ({
  db: database.db,
  clock: () => new Date('2026-11-21T12:00:00Z'),
  timeZone: 'UTC',
  retentionDays: 90,
  ownPublishers: [],
  readStored: () => null,
  addKeywords: true,
  refuse: () => {},
})

it('a day lost by one of our publishers keeps it ours, and its next day without an owner mark is won', async () => {
  const row = (day: string, won?: string) => ({ day, keyword: 'kettle', publisher: 'Hearthside', won })
  async function* rows(...cells: ReturnType<typeof row>[]) {
    for (const [line, each] of cells.entries()) yield { line, cells: each }
  }
  await importHits(deps(), rows(row('2026-11-18', 'yes')))
  await importHits(deps(), rows(row('2026-11-19', 'no')))
  await importHits(deps(), rows(row('2026-11-20')))
  const { rows: found } = await database.pool.query(
    `select s.is_winning, p.is_ours from stats s join publishers p using (publisher_id)
      where p.name = 'Hearthside' order by s.day`,
  )
  expect(found).toEqual([true, false, true].map((is_winning) => ({ is_winning, is_ours: true })))
})

it('an import that adds keywords never deadlocks with another writer of the same ones', async () => {
  const { pool } = database
  async function* rows() {
    for (const [line, keyword] of ['zester', 'apron'].entries())
      yield { line, cells: { day: '2026-11-20', keyword, publisher: 'Nookwise' } }
  }
  const other = await pool.connect()
  const add = (word: string) =>
    other.query('insert into keywords (keyword, identity) values ($1, $1)', [word])
  await other.query('begin')
  await add('apron')
  const imported = importHits(deps(), rows())
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

it('a line with a spreadsheet error is refused with its cells; a page of that title in a vendor’s answer is not', async () => {
  const cells = (keyword: string, title: string) => ({
    day: '2026-11-20',
    keyword,
    publisher: 'Tidy Nook',
    title,
  })
  async function* rows() {
    yield { line: 2, cells: cells('#REF!', 'Kettles') }
    yield { line: 3, cells: cells('kettle', '#NV') }
    yield { line: 4, cells: { answer: true } }
  }
  const refused: unknown[] = []
  const hit = { publisher: 'Loud Nook', isWinning: false, title: 'Loading…', publishedDate: null, url: null }
  const imported = await importHits(
    {
      ...deps(),
      readStored: (row) =>
        'answer' in row
          ? { keyword: 'kettle', moment: new Date('2026-11-20T09:00:00Z'), hits: [{ ...hit, items: [] }] }
          : null,
      refuse: (row) => refused.push(row),
    },
    rows(),
  )
  expect(imported).toMatchObject({ added: 1, refused: 2 })
  expect(refused).toEqual([
    { line: 2, why: 'keyword: Contains a spreadsheet error', cells: cells('#REF!', 'Kettles') },
    { line: 3, why: 'title: Contains a spreadsheet error', cells: cells('kettle', '#NV') },
  ])
})
