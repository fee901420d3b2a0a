import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createTestDatabase } from '#server/db/testing.ts'
import { listStriking } from '#server/features/posts/gsc-keywords/striking-queries.ts'
import { createBuiltInPosts } from '#server/integrations/publishing-site/built-in.ts'
import { fillSampleWorkspace } from './fill.ts'

const now = new Date('2026-11-20T15:00:00Z')
let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.execute(sql`analyze`)
  const storeImage = async () => '/images/one.png'
  await fillSampleWorkspace({ db: database.db, now, passwordHash: 'hash', storeImage })
}, 300_000)
afterAll(() => database.close())

const rowsOf = async <Row extends object>(statement: string) =>
  (await database.pool.query<Row>(statement)).rows

test('most products that are sold out can be replaced from here: in an article, or in a live post', async () => {
  const places = await rowsOf<{
    asin: string
    name: string
    code: string
    siteId: number
    id: number
    isHere: boolean
    isLive: boolean
  }>(`select cp.asin, cp.name, s.code, s.site_id as "siteId", p.post_id::int as id, p.article_id is not null as "isHere",
      s.changes_live_posts as "isLive"
    from content_products cp join content_posts p using (content_post_id) join sites s using (site_id)
      join products pr using (asin) where pr.stock = 'OUT_OF_STOCK'`)
  const changeable = new Set(places.filter(({ isHere }) => isHere).map(({ asin }) => asin))
  for (const { asin, name, code, siteId, id } of places.filter(({ isHere, isLive }) => isLive && !isHere)) {
    const publishing = createBuiltInPosts(
      { db: database.db, clock: () => now, findSiteId: async () => siteId },
      code,
    )
    const by = { asin: 'B0ZZZZZZZZ', name: 'Another One', price: null }
    const plans = await publishing.planExchange([id], {
      old: { asin, name },
      by,
      marketplace: 'www.amazon.com',
    })
    if (plans.some((plan) => 'after' in plan)) changeable.add(asin)
  }
  const all = new Set(places.map(({ asin }) => asin))
  expect(changeable.size).toBeGreaterThan(all.size / 2)
  expect(changeable.size).toBeLessThan(all.size)
})

test('the stock report calls no product new that the last scan has not found', async () => {
  const [row] = await rowsOf<{ found: number; fresh: string[] }>(`select
    (select went_out from stock_scans order by ended_at desc limit 1) as found,
    array(select name from products where stock in ('OUT_OF_STOCK', 'INVALID_ASIN')
      and stock_since >= '${now.toISOString()}'::timestamptz - interval '1 day') as fresh`)
  expect(row?.fresh).toHaveLength(row?.found ?? 0)
})

test('what striking distance promises stays well below what the sites earn', async () => {
  const [{ earned = 0 } = {}] = await rowsOf<{ earned: number }>(
    'select sum(earnings_30d)::float8 as earned from content_posts',
  )
  for (const period of [30, 90] as const) {
    const { worth } = await listStriking(database.db, { period, page: 1, perPage: 1 })
    expect([period, worth > 0, worth < earned / 2]).toEqual([period, true, true])
  }
})

test('the scan, access reviews and offboarding have something to show', async () => {
  const [row] = await rowsOf<{ runs: number; reviewed: number; undecided: number; left: number }>(`select
    (select count(*)::int from scan_runs) as runs,
    (select count(*)::int from access_review_accounts join access_reviews using (review_id) where ended_at < '${now.toISOString()}') as reviewed,
    (select count(*)::int from access_review_accounts where decision is null) as undecided,
    (select count(*)::int from users u where not active and not exists (
      select from offboarding_runs r where r.email = lower(u.username))) as left`)
  expect(row).toMatchObject({ undecided: 0, left: 0 })
  expect([(row?.runs ?? 0) > 3, (row?.reviewed ?? 0) > 10]).toEqual([true, true])
})
