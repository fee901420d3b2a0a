import { afterAll, beforeAll, expect, it } from 'vitest'
import { PERIODS, RIVALRY } from '#shared/features/posts/gsc-keywords/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { pageKey } from '#shared/format/page-key.ts'
import type { Database } from '../../../db/connect.ts'
import { contentPosts } from '../../../db/schema/content.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { createRandom } from '../../../random.ts'
import { buildSite } from '../../../testing/builders.ts'
import { recomputeClicks } from '../content-tracker/keyword-store.ts'
import { markDayComplete, writeRows } from './search-store.ts'
import { recomputeQueries, recomputeSiteTotals } from './verbs/recompute-sums.ts'

const LAST = '2026-11-20'
/** Their lengths differ, so that the best query of a post is never a tie. */
const QUERIES = ['tea', 'kettle', 'best kettle', 'lamplight kettle'] as const
const MONTH = 30

let database: Database
const sites: { id: number; code: string; url: string }[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  for (const [code, displayName, days] of [
    ['tt', 'Lamplight', 2 * MONTH],
    ['uu', 'Other', MONTH],
  ] as const) {
    const url = `https://${code}.example`
    const { id } = await buildSite(db, { code, url, displayName })
    sites.push({ id, code, url })
    for (const postId of ['1', '2', '3', '4'])
      await db
        .insert(contentPosts)
        .values({ siteId: id, postId, title: postId, source: 'import', permalink: `${url}/${postId}` })
    for (let back = 0; back < days; back++)
      await markDayComplete(db, { siteId: id, day: plusDays(LAST, -back), rows: 0, readAt: new Date() })
  }
})
afterAll(() => database.close())

async function rowsOf<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
  return (await database.pool.query<Row>(text)).rows
}

interface Post extends Record<string, unknown> {
  content_post_id: number
  site_id: number
  permalink: string | null
  gone_at: Date | null
  earnings_30d: number | null
}
interface Read extends Record<string, unknown> {
  site_id: number
  address: string
  query: string
  day: string
  clicks: number
  impressions: number
  position: number
}
interface Total {
  post: number
  site: number
  period: number
  query: string
  clicks: number
  impressions: number
  position: number
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
/** As a column of type real stores it. */
const rough = (value: number) => Math.fround(value)
const place = (rows: readonly { impressions: number; position: number }[]) =>
  sum(rows.map(({ impressions, position }) => impressions * position)) /
  sum(rows.map((row) => row.impressions))
/** Rows in one order, with their fields in one order. */
const linesOf = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
const compare = (...differences: number[]) => differences.find((difference) => difference !== 0) ?? 0
const isWithin = (day: string, days: number) => day > plusDays(LAST, -days)

/** The post that each page shows: the first of its site with this address. */
function postOf(posts: readonly Post[], { site_id, address }: Pick<Read, 'site_id' | 'address'>) {
  const url = sites.find(({ id }) => id === site_id)?.url ?? ''
  return posts.find(
    (post) =>
      post.site_id === site_id &&
      post.gone_at === null &&
      post.permalink !== null &&
      pageKey(post.permalink, url) === address,
  )?.content_post_id
}

function totalsOf(posts: readonly Post[], rows: readonly Read[]): Total[] {
  return PERIODS.flatMap((period) => {
    const known = rows
      .filter(({ day }) => isWithin(day, period))
      .map((row) => ({ ...row, post: postOf(posts, row) ?? 0 }))
      .filter(({ post }) => post > 0)
    return [...Map.groupBy(known, ({ post, query }) => `${post} ${query}`).values()].flatMap((group) =>
      group.slice(0, 1).map(({ post, site_id, query }) => ({
        post,
        site: site_id,
        period,
        query,
        clicks: sum(group.map(({ clicks }) => clicks)),
        impressions: sum(group.map(({ impressions }) => impressions)),
        position: rough(place(group)),
      })),
    )
  })
}

/** The queries of each post and period that lead. */
const bestOf = (totals: readonly Total[]) =>
  [...Map.groupBy(totals, ({ post, period }) => `${post} ${period}`).values()].flatMap((group) =>
    group
      .toSorted((one, other) =>
        compare(
          other.clicks - one.clicks,
          other.impressions - one.impressions,
          one.query.length - other.query.length,
        ),
      )
      .slice(0, 1),
  )

const NO_RIVALS = { rivals: null, rival_sites: null, strongest: null, lost: null }

/** Who competes for a query, by `RIVALRY`. */
function rivalsOf(group: readonly Total[], posts: readonly Post[]) {
  const impressions = sum(group.map((each) => each.impressions))
  const earned = ({ post }: Total) =>
    posts.find(({ content_post_id }) => content_post_id === post)?.earnings_30d ?? Number.NEGATIVE_INFINITY
  const rivals = group
    .filter((each) => each.position <= RIVALRY.to && each.impressions >= impressions * RIVALRY.share)
    .toSorted((one, other) =>
      compare(
        other.clicks - one.clicks,
        earned(other) === earned(one) ? 0 : earned(other) - earned(one),
        one.position - other.position,
        one.post - other.post,
      ),
    )
  const [first] = rivals
  if (first === undefined || rivals.length < 2 || impressions < RIVALRY.impressions) return NO_RIVALS
  const clicks = rivals.map((rival) => rival.clicks)
  const rate = first.clicks / first.impressions
  return {
    rivals: rivals.map(({ post }) => post),
    rival_sites: [...new Set(rivals.map(({ site }) => site))].sort((one, other) => one - other),
    strongest: sum(clicks) > 0 ? rough(Math.max(...clicks) / sum(clicks)) : null,
    lost: Math.round(sum(rivals.map((rival) => Math.max(0, rival.impressions * rate - rival.clicks)))),
  }
}

function queryTotalsOf(totals: readonly Total[], posts: readonly Post[]) {
  return [...Map.groupBy(totals, ({ period, query }) => `${period} ${query}`).values()].flatMap((group) => {
    const [best] = group.toSorted((one, other) =>
      compare(other.clicks - one.clicks, other.impressions - one.impressions, one.post - other.post),
    )
    if (best === undefined) return []
    const isNamed = best.query.includes('lamplight')
    return [
      {
        period: best.period,
        query: best.query,
        clicks: sum(group.map(({ clicks }) => clicks)),
        impressions: sum(group.map(({ impressions }) => impressions)),
        position: rough(place(group)),
        is_named: isNamed,
        posts: group.length,
        best_post_id: best.post,
        ...(isNamed ? NO_RIVALS : rivalsOf(group, posts)),
      },
    ]
  })
}

/** Clicks of each post with an address, in the 30 days and in those before, if all of these were read. */
function clicksOf(posts: readonly Post[], rows: readonly Read[]) {
  return posts.map(({ content_post_id, site_id, permalink }) => {
    const own = rows.filter((row) => postOf(posts, row) === content_post_id)
    const between = (from: number, to: number) =>
      sum(own.filter(({ day }) => isWithin(day, to) && !isWithin(day, from)).map(({ clicks }) => clicks))
    const isKnown = permalink !== null
    return {
      content_post_id,
      clicks_30d: isKnown ? between(0, MONTH) : null,
      clicks_until: isKnown ? LAST : null,
      clicks_before: isKnown && site_id === sites[0]?.id ? between(MONTH, 2 * MONTH) : null,
    }
  })
}

async function expectAgreement() {
  const posts = await rowsOf<Post>('select * from content_posts order by content_post_id')
  const rows = await rowsOf<Read>(
    `select site_id, address, query, day, clicks, impressions, position from search_rows
     join search_pages using (page_id) join search_queries using (query_id)`,
  )
  const pages = await rowsOf<Read & { content_post_id: number | null }>('select * from search_pages')
  for (const page of pages) expect(page.content_post_id).toBe(postOf(posts, page) ?? null)
  const totals = totalsOf(posts, rows)
  const roughly = <Row extends { position: number }>(all: readonly Row[]) =>
    linesOf(all.map((row) => ({ ...row, position: rough(row.position) })))
  expect(
    roughly(
      await rowsOf<Record<string, unknown> & Total>(
        `select content_post_id as post, site_id as site, period, query, clicks, impressions, position
         from search_totals join search_queries using (query_id) join content_posts using (content_post_id)`,
      ),
    ),
  ).toEqual(roughly(totals))
  expect(
    roughly(
      await rowsOf<Record<string, unknown> & Total>(
        'select content_post_id as post, site_id as site, period, query, clicks, impressions, position from search_best',
      ),
    ),
  ).toEqual(roughly(bestOf(totals)))
  const queries = await rowsOf<{ position: number; strongest: number | null }>(
    `select period, query, clicks, impressions, position, is_named, posts, best_post_id, rivals, rival_sites, strongest, lost
     from search_query_totals join search_queries using (query_id)`,
  )
  const expected = queryTotalsOf(totals, posts)
  expect(
    linesOf(
      queries.map((row) => ({
        ...row,
        position: rough(row.position),
        strongest: row.strongest === null ? null : rough(row.strongest),
      })),
    ),
  ).toEqual(linesOf(expected))
  expect(
    await rowsOf(
      'select content_post_id, clicks_30d, clicks_until, clicks_before from content_posts order by content_post_id',
    ),
  ).toEqual(clicksOf(posts, rows))
  return expected
}

it('totals of searches match the rows that were read, after any writes', async () => {
  const { db, pool } = database
  const random = createRandom('totals of searches')
  const rivalries = new Set<unknown>()
  for (let round = 0; round < 12; round++) {
    for (const { id, code } of sites) {
      const pages = ['1', '2', '3', '4', 'else'].filter(() => random.chance(0.7))
      await writeRows(
        db,
        id,
        plusDays(LAST, -random.between(0, random.pick([20, 70, 400]))),
        pages.flatMap((page) =>
          QUERIES.filter(() => random.chance(0.6)).map((query) => ({
            page: `${code}.example/${page}`,
            query,
            clicks: random.between(0, 9),
            impressions: random.between(10, 200),
            position: random.between(4, 100) / 4,
          })),
        ),
      )
    }
    await pool.query('update content_posts set earnings_30d = $1 where post_id = $2', [
      random.pick([null, 100, 200]),
      random.pick(['1', '2', '3', '4']),
    ])
    // A post moves to the address of another one, is deleted, or is back.
    await pool.query(
      `update content_posts set permalink = left(permalink, -1) || $1, gone_at = $2 where post_id = $3 and site_id = $4`,
      [
        random.between(1, 4),
        random.chance(0.3) ? new Date() : null,
        random.pick(['3', '4']),
        random.pick(sites).id,
      ],
    )
    const deps = {
      db,
      searches: { lastDay: () => LAST },
      postKeywords: { recomputeClicks: recomputeClicks },
      enqueueOnce: async () => {},
    }
    for (const site of sites) await recomputeSiteTotals(deps, site.id)
    await recomputeQueries({ db })
    for (const { lost } of await expectAgreement()) rivalries.add(lost)
  }
  // Some queries have rivals, by which clicks are lost, and some have none.
  expect(rivalries.has(null)).toBe(true)
  expect(rivalries.size).toBeGreaterThan(10)
})
