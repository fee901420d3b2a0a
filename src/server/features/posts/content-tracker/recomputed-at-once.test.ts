import { afterAll, beforeAll, expect, test } from 'vitest'
import { flagBit, weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import type { ImportRow } from '../../../kernel/imports/table-reader.ts'
import { buildSite } from '../../../testing/builders.ts'
import { importAvailability } from '../../products/products/verbs/import-availability.ts'
import { importEarnings } from './verbs/import-earnings.ts'
import { importPosts } from './verbs/import-posts.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const ASIN = 'B0AAAAAA90'
const monday = (back: number) => plusDays(weekOf('2026-11-20'), -7 * back)

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  for (const code of ['aa', 'bb']) await buildSite(database.db, { code })
})
afterAll(() => database.close())

const deps = () => ({ ...database, clock: () => NOW, timeZone: 'UTC', refuse: () => {} })
const rowsOf = async (text: string) => (await database.pool.query(text)).rows

async function* fileOf(cells: readonly Record<string, unknown>[]): AsyncGenerator<ImportRow> {
  for (const [index, each] of cells.entries()) yield { line: index + 2, cells: each }
}

test('a write is right at once, without waiting for the hour', async () => {
  await importPosts(
    deps(),
    fileOf([{ site: 'aa', post_id: 'new', title: 'New', products: ASIN, published: '2025-10-01' }]),
  )
  const [added] = await rowsOf("select flags, refresh from content_posts where post_id = 'new'")
  expect(added).toEqual({ flags: flagBit('NO_KEYWORD') + flagBit('STALE_180D'), refresh: 10 + 15 })
  await importEarnings(
    deps(),
    fileOf(
      [0, 1].map((back) => ({ site: 'aa', post_id: 'new', week: monday(back), earnings: 2, asin: ASIN })),
    ),
  )
  await importAvailability(deps(), fileOf([{ asin: ASIN, availability: 'OUT_OF_STOCK' }]))
  const [post] = await rowsOf(
    "select earnings_30d, flags, asins, refresh from content_posts where post_id = 'new'",
  )
  const bits = flagBit('OUT_OF_STOCK') + flagBit('NO_KEYWORD') + flagBit('STALE_180D')
  expect(await rowsOf('select earnings_30d from products')).toEqual([{ earnings_30d: 400 }])
  expect(post).toEqual({ earnings_30d: 400, flags: bits, asins: [ASIN], refresh: 25 + 10 + 15 })
})

test('a newer week of one post moves the four weeks of all posts of its site at once', async () => {
  const ids = ['first', 'second']
  await importPosts(deps(), fileOf(ids.map((post_id) => ({ site: 'bb', post_id, title: post_id }))))
  const earnings = [10, 9, 8, 7, 6, 5, 4, 3].map((back) => ({ week: monday(back), earnings: back }))
  const figures = () =>
    rowsOf(`select post_id, earnings_4w, earnings_4w_before from content_posts
      where post_id in ('first', 'second') order by 1`)
  const both = (cents: number, before: number) =>
    ids.map((post_id) => ({ post_id, earnings_4w: cents, earnings_4w_before: before }))
  await importEarnings(
    deps(),
    fileOf(ids.flatMap((post_id) => earnings.map((each) => ({ site: 'bb', post_id, ...each })))),
  )
  expect(await figures()).toEqual(both(1800, 3400))
  await importEarnings(deps(), fileOf([{ site: 'bb', post_id: 'first', week: monday(2), earnings: 0 }]))
  expect(await figures()).toEqual(both(1200, 3000))
})
