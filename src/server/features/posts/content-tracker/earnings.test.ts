import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { DamagedFile } from '../../../kernel/imports/damaged-file.ts'
import type { ImportRow } from '../../../kernel/imports/table-reader.ts'
import { buildSite } from '../../../testing/builders.ts'
import { importEarnings } from './verbs/import-earnings.ts'

const POSTS = 250
const WEEKS = 100
/** More lines than are sent together, up to the last week that is over. */
const LINES = POSTS * WEEKS
const LAST_WEEK = '2026-11-09'
const NOW = new Date('2026-11-22T12:00:00Z')
const AT_ONCE = 4000

let database: Database
let ids: Map<string, number>
beforeAll(async () => {
  database = await createTestDatabase()
  const { id } = await buildSite(database.db, { code: 'hs' })
  await database.db.execute(sql`insert into content_posts (site_id, post_id, title, source)
    select ${id}::int, i::text, 'Post ' || i, 'import' from generate_series(1, ${POSTS}::int) i`)
  const { rows } = await database.pool.query('select post_id, content_post_id from content_posts')
  ids = new Map(rows.map((row) => [row.post_id, row.content_post_id]))
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate content_earnings, product_earnings, site_earnings')
})

type Told = Readonly<Record<string, string>>
const weekAt = (number: number) => plusDays(LAST_WEEK, -7 * (WEEKS - 1 - number))
const told = (post: number, week: number, cents = post * 100 + week): Told => ({
  site: 'hs',
  post_id: String(post),
  week: weekAt(week),
  earnings: (cents / 100).toFixed(2),
})
const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, number) => number + first)
const byPost = () => numbers(POSTS, 1).flatMap((post) => numbers(WEEKS).map((week) => told(post, week)))
const byWeek = () => numbers(WEEKS).flatMap((week) => numbers(POSTS, 1).map((post) => told(post, week)))

async function* fileOf(lines: readonly Told[]): AsyncGenerator<ImportRow[]> {
  for (let from = 0; from < lines.length; from += AT_ONCE)
    yield lines.slice(from, from + AT_ONCE).map((cells, index) => ({ line: from + index + 2, cells }))
}

/** Imports the rows and answers what became of them. */
async function bringIn(rows: AsyncIterable<ImportRow[]>) {
  const deps = { pool: database.pool, clock: () => NOW, timeZone: 'UTC', refuse: () => {} }
  const { added, changed, repeated, refused } = await importEarnings(deps, rows)
  return { added, changed, repeated, refused }
}

/** Stored earnings by post and week, without single days. */
async function kept() {
  const { rows } = await database.pool.query<{ id: number; week: string; cents: number }>(
    'select content_post_id as id, week_start as week, cents from content_earnings',
  )
  return new Map(rows.map(({ id, week, cents }) => [`${id} ${week}`, cents]))
}

/** Lines added up by post and week. */
function sumsOf(lines: readonly Told[]) {
  const sums = new Map<string, number>()
  for (const { post_id: post = '', week, earnings } of lines) {
    const key = `${ids.get(post)} ${week}`
    sums.set(key, (sums.get(key) ?? 0) + Math.round(Number(earnings) * 100))
  }
  return sums
}

/** Derived totals, and their expected values. */
async function sites() {
  const { rows } = await database.pool.query(`
    select (select sum(cents) from site_earnings)::bigint as kept, (select sum(cents) from content_earnings)::bigint as told,
      (select sum(earnings_4w) from content_posts)::bigint as shown,
      (select sum(cents) from content_earnings where week_start > date '${LAST_WEEK}' - 28)::bigint as newest`)
  return rows[0]
}

test.each([
  ['by post', byPost],
  ['by week', byWeek],
])(
  'a report in the order of its lines %s comes in whole, and read again it changes nothing',
  async (_order, order) => {
    const lines = order()
    expect(await bringIn(fileOf(lines))).toEqual({ added: LINES, changed: 0, repeated: 0, refused: 0 })
    expect(await kept()).toEqual(sumsOf(lines))
    const { kept: ofSites, told: all, shown, newest } = await sites()
    expect([ofSites, shown]).toEqual([all, newest])
    expect(await bringIn(fileOf(lines))).toEqual({ added: 0, changed: 0, repeated: LINES, refused: 0 })
  },
)

test('a long report whose last lines repeat a week counts both, as in one batch', async () => {
  const lines = [...byPost(), told(1, 0, 4200), told(POSTS, 3, 100)]
  expect(await bringIn(fileOf(lines))).toMatchObject({ added: LINES, changed: 0, repeated: 0 })
  expect(await kept()).toEqual(sumsOf(lines))
})

test('a long report that lists a product last has the part and the whole', async () => {
  const part = { ...told(1, 0, 40), asin: 'B0AAAAAAA1' }
  expect(await bringIn(fileOf([...byPost(), part]))).toMatchObject({ added: LINES, changed: 0 })
  expect(await kept()).toEqual(sumsOf(byPost()))
  const { rows } = await database.pool.query('select week_start, cents from product_earnings')
  expect(rows).toEqual([{ week_start: weekAt(0), cents: 40 }])
})

test('a report of weeks that are known in part adds, changes and repeats them', async () => {
  const known = byPost().filter((_line, index) => index % 3 > 0 || index > LINES / 2)
  await bringIn(fileOf(known))
  const changed = byPost().map((line, index) => (index % 5 === 0 ? { ...line, earnings: '7.77' } : line))
  const weeks = new Set(known.map(({ post_id, week }) => `${post_id} ${week}`))
  const isKnown = ({ post_id, week }: Told) => weeks.has(`${post_id} ${week}`)
  expect(await bringIn(fileOf(changed))).toEqual({
    added: LINES - known.length,
    changed: changed.filter((line, index) => index % 5 === 0 && isKnown(line)).length,
    repeated: changed.filter((line, index) => index % 5 > 0 && isKnown(line)).length,
    refused: 0,
  })
  expect(await kept()).toEqual(sumsOf(changed))
})

test('of a long report that turns out to be damaged nothing is left', async () => {
  async function* damaged() {
    yield* fileOf(byPost())
    throw new DamagedFile('Its last row is cut off.')
  }
  await expect(bringIn(damaged())).rejects.toThrow('Nothing was imported.')
  expect(await kept()).toEqual(new Map())
})
