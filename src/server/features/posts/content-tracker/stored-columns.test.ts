import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  agePoints,
  FLAGS,
  flagBit,
  isDrop,
  refreshReasons,
  STALE_DAYS,
  weekOf,
  weeksOn,
} from '#shared/features/posts/content-tracker/rules.ts'
import { RISK_WEEKS } from '#shared/features/posts/stock-report/rules.ts'
import { daysBetween, plusDays } from '#shared/format/day.ts'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import type { ImportRow } from '../../../kernel/imports/table-reader.ts'
import { createRandom } from '../../../random.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { importAvailability } from '../../products/products/verbs/import-availability.ts'
import { followAll } from './verbs/follow-articles.ts'
import { importEarnings } from './verbs/import-earnings.ts'
import { importPosts } from './verbs/import-posts.ts'

let database: Database
let siteIds: number[]
beforeAll(async () => {
  database = await createTestDatabase()
  const sites = [await buildSite(database.db, { code: 'aa' }), await buildSite(database.db, { code: 'bb' })]
  siteIds = sites.map(({ id }) => id)
})
afterAll(() => database.close())

const FIRST = Date.parse('2026-11-20T12:00:00Z')
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const asin = (number: number) => `B0AAAAAA${String(number).padStart(2, '0')}`

async function rowsOf<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
  return (await database.pool.query<Row>(text)).rows
}

interface Post extends Record<string, unknown> {
  content_post_id: number
  site_id: number
  published_at: Date | null
  text_changed_at: Date | null
  focus_keyword: string | null
  clicks_30d: number | null
  clicks_before: number | null
}

/** Share of voice of some posts' keyword. */
interface Held extends Record<string, unknown> {
  keyword: string
  as_of: string
  rate_30: number | null
  rate_90: number | null
  days_30: number
  days_90: number
}

/** Shares of a keyword, if there are enough recent days with data. */
function sharesOf(held: readonly Held[], keyword: string | null, now: Date) {
  const of = held.find((each) => each.keyword === keyword)
  const isKnown =
    of && daysBetween(of.as_of, dayOf(now)) < 30 && of.days_30 >= 10 && of.days_90 - of.days_30 >= 10
  if (!isKnown) return { shareNow: null, shareBefore: null }
  const [rate30, rate90] = [of.rate_30 ?? 0, of.rate_90 ?? 0]
  return {
    shareNow: Math.round(rate30),
    shareBefore: Math.round((rate90 * of.days_90 - rate30 * of.days_30) / (of.days_90 - of.days_30)),
  }
}

interface Week extends Record<string, unknown> {
  week_start: string
  cents: number
  days: (string | null)[] | null
}

/** Earnings between two days. A week at either end counts proportionally. */
function centsWithin(weeks: readonly Week[], { from, to }: { from: string; to: string }): number {
  return weeks
    .filter(({ week_start: start }) => start <= to && daysBetween(start, from) < 7)
    .map(({ week_start: start, cents, days }) => {
      const missed = Math.max(0, daysBetween(start, from))
      if (missed === 0) return cents
      if (days) return days.slice(missed).reduce((sum, told) => sum + Number(told ?? 0), 0)
      return Math.sign(cents) * Math.round((Math.abs(cents) * (7 - missed)) / 7)
    })
    .reduce((sum, cents) => sum + cents, 0)
}

/** Expected rows of posts, computed line by line. */
async function expectedPosts(now: Date) {
  const posts = await rowsOf<Post>('select * from content_posts order by content_post_id')
  const earned = await rowsOf<Week & { content_post_id: number }>('select * from content_earnings')
  const products = await rowsOf<{ content_post_id: number; asin: string; stock: string }>(
    'select cp.*, p.stock from content_products cp left join products p using (asin) order by cp.position, cp.asin',
  )
  const held = await rowsOf<Held>('select * from keyword_days join keywords using (keyword_id)')
  return posts.map((post) => {
    const weeks = earned.filter((week) => week.content_post_id === post.content_post_id)
    const ofSite = new Set(
      posts.filter(({ site_id }) => site_id === post.site_id).map((each) => each.content_post_id),
    )
    const told = earned.filter((week) => ofSite.has(week.content_post_id)).map((week) => week.week_start)
    const { trailing, last, before } = weeksOn(dayOf(now), told.toSorted().at(-1) ?? null)
    const sum = ({ from, to }: typeof last) =>
      weeks
        .filter((week) => week.week_start >= from && week.week_start <= to)
        .reduce((all, { cents }) => all + cents, 0)
    const own = products.filter((product) => product.content_post_id === post.content_post_id)
    const touched = post.text_changed_at ?? post.published_at
    const has = {
      OUT_OF_STOCK: own.some(({ stock }) => stock === 'OUT_OF_STOCK'),
      INVALID_ASIN: own.some(({ stock }) => stock === 'INVALID_ASIN'),
      NO_KEYWORD: post.focus_keyword === null,
      STALE_180D: touched !== null && touched.getTime() < now.getTime() - STALE_DAYS * DAY_MS,
      EARNINGS_DROP: isDrop({ last: sum(last), before: sum(before) }),
    }
    const out = own.filter(({ stock }) => stock === 'OUT_OF_STOCK' || stock === 'INVALID_ASIN').length
    const age = touched === null ? 0 : agePoints(Math.floor((now.getTime() - touched.getTime()) / DAY_MS))
    const { shareNow, shareBefore } = sharesOf(held, post.focus_keyword, now)
    return {
      asins: own.map((product) => product.asin),
      earnings_30d: weeks.length === 0 ? null : centsWithin(weeks, trailing),
      earnings_4w: sum(last),
      earnings_4w_before: sum(before),
      products_out: out,
      age_points: age,
      share_now: shareNow,
      share_before: shareBefore,
      keyword_identity: (post.focus_keyword ?? '').toLowerCase(),
      flags: FLAGS.filter((flag) => has[flag]).reduce((bits, flag) => bits + flagBit(flag), 0),
      refresh: refreshReasons({
        last: sum(last),
        before: sum(before),
        products: own.length,
        out,
        age,
        changedOn: null,
        keyword: post.focus_keyword,
        shareNow,
        shareBefore,
        clicks: post.clicks_30d,
        clicksBefore: post.clicks_before,
      }).reduce((points, reason) => points + reason.points, 0),
    }
  })
}

const keptPosts = () =>
  rowsOf(
    `select asins, earnings_30d, earnings_4w, earnings_4w_before, products_out, age_points, share_now, share_before,
       keyword_identity, flags, refresh from content_posts order by content_post_id`,
  )

async function expectedProducts(now: Date) {
  const { trailing } = weeksOn(dayOf(now))
  const products = await rowsOf<{ asin: string }>('select asin from products order by asin')
  const earned = await rowsOf<Week & { asin: string }>('select * from product_earnings')
  const inArticles = await rowsOf<{ asin: string; article_id: number }>(
    'select distinct asin, article_id from article_products',
  )
  const inPosts = await rowsOf<{ asin: string; article_id: number | null }>(
    'select asin, article_id from content_products join content_posts using (content_post_id)',
  )
  return products.map(({ asin: each }) => {
    const weeks = earned.filter((row) => row.asin === each)
    return {
      asin: each,
      article_count:
        inArticles.filter((row) => row.asin === each).length +
        inPosts.filter((row) => row.asin === each && row.article_id === null).length,
      earnings_30d: weeks.length === 0 ? null : centsWithin(weeks, trailing),
    }
  })
}

const keptProducts = () => rowsOf('select asin, article_count, earnings_30d from products order by asin')

/** In PostgreSQL, halves of a cent are rounded away from zero, and a double has 15 digits as a decimal. */
const wholeCents = (cents: number) =>
  Math.sign(cents) * Math.round(Number(Math.abs(cents).toPrecision(15))) || 0

/** Expected loss of each recommendation that cannot be bought, by `RISK_FORMULA`, in whole cents a week. */
async function expectedRisks() {
  const out = await rowsOf<
    { asin: string; content_post_id: number; stock_since: Date | null } & Record<string, unknown>
  >(
    `select asin, content_post_id, product_id, site_id, stock, stock_since from content_products
     join products using (asin) join content_posts using (content_post_id)
     where stock in ('OUT_OF_STOCK', 'INVALID_ASIN') order by 1, 2`,
  )
  const ofPosts = await rowsOf<Week & { content_post_id: number }>('select * from content_earnings')
  const ofProducts = await rowsOf<Week & { content_post_id: number; asin: string }>(
    'select * from product_earnings',
  )
  const sum = (weeks: readonly Week[]) => weeks.reduce((all, { cents }) => all + Number(cents), 0)
  return out.map(({ asin: each, content_post_id, stock_since, ...copied }) => {
    const end = weekOf(dayOf(stock_since ?? new Date(0)))
    const before = (week: Week) => week.week_start < end && week.week_start >= plusDays(end, -7 * RISK_WEEKS)
    const told = ofProducts.filter((week) => week.asin === each && before(week))
    const own = told.filter((week) => week.content_post_id === content_post_id)
    const shared = told.flatMap((week) => {
      const post = ofPosts.find(
        (other) => other.content_post_id === week.content_post_id && other.week_start === week.week_start,
      )
      return post ? [{ week, post }] : []
    })
    const ofAll = sum(shared.map(({ post }) => post))
    const share = ofAll > 0 ? Math.min(1, Math.max(0, sum(shared.map(({ week }) => week)) / ofAll)) : null
    const post = ofPosts.filter((week) => week.content_post_id === content_post_id && before(week))
    const guess = share === null || post.length === 0 ? null : (sum(post) / RISK_WEEKS) * share
    const cents = own.length > 0 ? sum(own) / RISK_WEEKS : guess
    return {
      asin: each,
      content_post_id,
      stock_since,
      ...copied,
      cents: cents === null ? null : wholeCents(cents),
      is_estimated: own.length === 0 && guess !== null,
    }
  })
}

const keptRisks = () =>
  rowsOf<{ cents: number | null; is_estimated: boolean }>(
    'select * from stock_risks order by asin, content_post_id',
  )

/** Products of our posts and of their articles. */
const IN_POSTS =
  'select article_id, asin from content_products join content_posts using (content_post_id) where article_id is not null order by 1, 2'
const IN_ARTICLES = `select distinct a.article_id, p.asin from content_posts c join articles a using (article_id)
  join article_products p using (article_id) where c.gone_at is null order by 1, 2`

async function* fileOf(cells: readonly Record<string, unknown>[]): AsyncGenerator<ImportRow> {
  for (const [index, each] of cells.entries()) yield { line: index + 2, cells: each }
}

test('posts and products match their weeks, products and stock, after any writes', async () => {
  const { db, pool } = database
  const random = createRandom('kept')
  const below = (most: number) => random.between(0, most - 1)
  const user = await buildUser(db)
  const articleIds: number[] = []
  let now = new Date(FIRST)
  const clock = () => now
  const deps = { db, pool, clock, timeZone: 'UTC', refuse: () => {} }
  const ago = (days: number) => dayOf(new Date(now.getTime() - days * DAY_MS))
  const site = () => (below(2) === 0 ? 'aa' : 'bb')
  const some = <Value>(most: number, make: () => Value) => Array.from({ length: below(most) + 1 }, make)
  const writes: (() => Promise<unknown>)[] = [
    () =>
      importPosts(
        deps,
        fileOf(
          some(6, () => ({
            site: site(),
            post_id: String(below(8)),
            title: `Post ${below(1000)}`,
            ...(below(2) === 0 ? { published: ago(below(400)) } : {}),
            ...(below(3) === 0 ? { focus_keyword: 'kettle' } : {}),
            ...(below(3) > 0 ? { products: some(5, () => asin(below(9))).join(' ') } : {}),
          })),
        ),
      ),
    () =>
      importEarnings(
        deps,
        fileOf(
          some(120, () => ({
            site: site(),
            post_id: String(below(8)),
            [below(3) === 0 ? 'day' : 'week']: ago(below(90)),
            earnings: (below(40_000) - 2000) / 100,
            ...(below(3) === 0 ? { asin: asin(below(9)) } : {}),
          })),
        ),
      ),
    () =>
      importAvailability(
        deps,
        fileOf(
          some(6, () => ({
            asin: asin(below(9)),
            availability: ['Now', 'OUT_OF_STOCK', 'INVALID_ASIN'][below(3)],
          })),
        ),
      ),
    async () => {
      const { id } = await buildArticle(db, {
        userId: user.id,
        siteId: siteIds[below(2)] ?? 0,
        status: 'published',
        postId: below(8),
      })
      await db.execute(
        sql`insert into article_products (article_id, position, asin, name, award) values (${id}, 1, ${asin(below(9))}, 'One', 'Best')`,
      )
      articleIds.push(id)
    },
    async () => {
      const id = articleIds[below(articleIds.length)] ?? 0
      await db.execute(sql`delete from article_products where article_id = ${id} and position = 1`)
    },
    () =>
      db.execute(sql`update content_posts set clicks_30d = ${below(200)}::int, clicks_before = ${below(200)}::int
        where post_id = ${String(below(8))}`),
    // In the two months before, our sites held the keyword on other days than lately.
    () =>
      db.execute(sql`
        insert into keyword_days (keyword_id, last_day, as_of, seen, won, rate_30, rate_90)
        select k.keyword_id, d.day, d.day, ~0::bit(128) << ${below(4) === 0 ? 100 : 0}::int, 0::bit(128), ${below(100)}::real,
          ${below(100)}::real
        from keywords k, (select ${ago(below(34))}::date as day) d where k.identity = 'kettle'
        on conflict (keyword_id) do update set last_day = excluded.last_day, as_of = excluded.as_of,
          seen = excluded.seen, rate_30 = excluded.rate_30, rate_90 = excluded.rate_90`),
    () => followAll(deps),
  ]
  const kinds = new Set<string>()
  await db.execute(sql`insert into keywords (keyword, identity) values ('kettle', 'kettle')`)
  const seenPoints = new Set<number>()
  const seenShares = new Set<number | null>()
  for (let round = 0; round < 60; round += 1) {
    await writes[below(writes.length)]?.()
    // Correct immediately, whichever code wrote it.
    const risks = await keptRisks()
    expect(risks).toEqual(await expectedRisks())
    for (const { cents, is_estimated } of risks)
      kinds.add(is_estimated ? 'estimated' : cents === null ? 'unknown' : 'told')
    now = new Date(now.getTime() + below(3) * HOUR_MS)
    if (round % 5 !== 4) continue
    now = new Date(now.getTime() + below(4) * DAY_MS)
    await followAll(deps)
    const expected = await expectedPosts(now)
    expect(await keptPosts()).toEqual(expected)
    for (const { refresh, share_now, share_before } of expected) {
      seenPoints.add(refresh)
      seenShares.add(share_now).add(share_before)
    }
    expect(await rowsOf(IN_POSTS)).toEqual(await rowsOf(IN_ARTICLES))
    expect(await keptProducts()).toEqual(await expectedProducts(now))
    expect(
      await rowsOf('select site_id, week_start, cents from site_earnings where cents <> 0 order by 1, 2'),
    ).toEqual(
      await rowsOf(
        `select site_id, week_start, sum(cents)::bigint as cents from content_earnings join content_posts using (content_post_id)
         group by 1, 2 having sum(cents) <> 0 order by 1, 2`,
      ),
    )
  }
  expect(await keptPosts()).not.toHaveLength(0)
  expect(await rowsOf(IN_POSTS)).not.toHaveLength(0)
  expect([...kinds].toSorted()).toEqual(['estimated', 'told', 'unknown'])
  expect(seenPoints.size).toBeGreaterThan(20)
  expect(seenShares.size).toBeGreaterThan(5)
})
