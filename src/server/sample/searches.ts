import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { ignoredPosts, keywordActions } from '#server/db/schema/gsc-keywords.ts'
import { recomputeClicks } from '#server/features/posts/content-tracker/keyword-store.ts'
import { type PostValues, writePosts } from '#server/features/posts/content-tracker/post-store.ts'
import {
  listSearchedSites,
  recomputeQueryTotals,
  recomputeSearchTotals,
} from '#server/features/posts/gsc-keywords/search-store.ts'
import { toldUpTo } from '#server/integrations/search-performance/built-in.ts'
import {
  type InventedSearch,
  insertInvented,
  insertSearches,
} from '#server/integrations/search-performance/invented-store.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { PERIODS } from '#shared/features/posts/gsc-keywords/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { pageKey } from '#shared/format/page-key.ts'
import { createRandom } from '../random.ts'
import { amount, listed, maybe, words } from './cells.ts'
import type { Laid } from './fill-parts.ts'
import { before, DAY, HOUR } from './moments.ts'
import { found } from './rows.ts'
import { SampleCode } from './site-codes.ts'
import { SAMPLE_SITES } from './sites.ts'
import { slugOf, TRACKED } from './tracked.ts'
import { readTable } from './words.ts'

const Searched = z.strictObject({
  title: words,
  site: SampleCode,
  /** For a post that only this table contains. */
  keyword: maybe,
  /** Clicks of the best query in a typical month. */
  clicks: amount,
  /** Best first. If left out, the post's keyword. */
  queries: listed,
})
type Searched = z.infer<typeof Searched>

/** Posts by the searches that show them. */
export const SEARCHED = await readTable('searches.csv', Searched)

const isTracked = ({ title, site }: Searched) =>
  TRACKED.some((post) => post.title === title && post.site === site)

/** Posts that no other table contains. */
export const SEARCHED_POSTS = SEARCHED.filter((row) => !isTracked(row))

const FIRST_POST = 24_007
const siteUrls = new Map(SAMPLE_SITES.map(({ code, url }) => [code, url]))

function postOf(row: Searched, index: number, { now, siteIds }: Pick<Laid, 'now' | 'siteIds'>): PostValues {
  const random = createRandom(`searched ${row.title}`)
  const age = random.between(420, 900)
  return {
    siteId: found(siteIds, row.site),
    postId: String(FIRST_POST + index * 29),
    title: row.title,
    published: before(now, age * DAY).toISOString(),
    modified: before(now, random.between(20, 400) * DAY).toISOString(),
    address: `${found(siteUrls, row.site)}/${slugOf(row.title)}`,
    focusKeyword: row.keyword,
    picture: null,
    trackingId: null,
    products: null,
  }
}

/** The posts that only this table contains. */
export const searchedPosts = (laid: Pick<Laid, 'now' | 'siteIds'>): PostValues[] =>
  SEARCHED_POSTS.map((row, index) => postOf(row, index, laid))

export async function insertSearchedPosts(tx: Db, laid: Pick<Laid, 'now' | 'siteIds'>): Promise<void> {
  await writePosts(tx, searchedPosts(laid), 'adopted')
}

/** Clicks of each query relative to the best one. */
const SHARES = [1, 0.58, 0.31, 0.17, 0.09]
const DAYS_OF_MONTH = 30
const USUAL_CLICKS = [90, 420] as const

/** Related searches for a keyword. */
const variantsOf = (keyword: string): string[] => {
  const bare = keyword.replace(/^best /, '')
  return [keyword, bare === keyword ? `best ${keyword}` : bare, `${bare} reviews`, `${bare} under 100`]
}

interface SearchedPost extends Record<string, unknown> {
  siteId: number
  site: string
  title: string
  keyword: string | null
  address: string
}

/** Parameters of a post's searches: a better query has more impressions and a higher position. */
function modelsOf(
  { title, keyword }: SearchedPost,
  row: Searched | undefined,
): Omit<InventedSearch, 'page' | 'rivals' | 'turn'>[] {
  const random = createRandom(`searches ${title}`)
  const queries = row && row.queries.length > 0 ? row.queries : keyword === null ? [] : variantsOf(keyword)
  const clicks = row?.clicks ?? random.between(...USUAL_CLICKS)
  const peak = random.between(1, 12)
  return queries.slice(0, SHARES.length).map((query, place) => {
    const position = 2.2 + place * 2.6 + random.next() * 3
    const ctr = Math.min(0.24, (0.31 / position ** 0.6) * (0.7 + random.next() * 0.5))
    const growth = (random.next() - 0.45) * 0.6
    return {
      query: keywordIdentity(query),
      daily: ((clicks * (SHARES[place] ?? 0)) / DAYS_OF_MONTH / ctr) * (0.95 + random.next() * 0.1),
      growth: -growth,
      peak,
      position,
      positionBefore: Math.max(1.2, position * (1 + growth * 1.6)),
      ctr,
    }
  })
}

/** Pages for the same query alternate. */
function takingTurns(searches: readonly Omit<InventedSearch, 'rivals' | 'turn'>[]): InventedSearch[] {
  const byQuery = Map.groupBy(searches, ({ query }) => query)
  return searches.map((search) => {
    const rivals = byQuery.get(search.query) ?? []
    return { ...search, rivals: rivals.length, turn: rivals.indexOf(search) }
  })
}

/** Inserts the model of each post's searches. */
async function insertModels(tx: Db): Promise<void> {
  const { rows: posts } = await tx.execute<SearchedPost>(sql`
    select p.site_id as "siteId", lower(s.code) as site, p.title, p.focus_keyword as keyword, p.permalink as address
    from content_posts p join sites s using (site_id) where p.permalink is not null order by p.content_post_id`)
  const rowOf = new Map(SEARCHED.map((row) => [`${row.site}/${row.title}`, row]))
  const pages = posts.flatMap((post) => {
    const page = pageKey(post.address, siteUrls.get(SampleCode.parse(post.site)))
    const models = modelsOf(post, rowOf.get(`${post.site}/${post.title}`))
    return page === null || models.length === 0 ? [] : [{ siteId: post.siteId, page, models }]
  })
  const { rows: numbered } = await tx.execute<{ id: number; address: string }>(sql`
    insert into search_pages (site_id, address)
    select "siteId", page from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as t ("siteId" integer, page text)
    returning page_id as id, address`)
  const idOf = new Map(numbered.map(({ id, address }) => [address, id]))
  const queries = [...new Set(pages.flatMap(({ models }) => models.map(({ query }) => query)))]
  await tx.execute(sql`insert into search_queries (query) select unnest(${sql.param(queries)}::text[])`)
  const searches = pages.flatMap(({ page, models }) =>
    models.map((model) => ({ ...model, page: found(idOf, page) })),
  )
  await insertSearches(tx, takingTurns(searches))
}

/** Posts with an intended mismatch. */
const IGNORED = [
  'Milk Frothers for Oat Milk',
  'Hammers, Held for a Week',
  'Foam Rollers That Hurt the Right Amount',
  'Instant Cameras for Parties',
]

/** Keyword changes by the desk: how many days ago, by which user, on which post, from which keyword. */
const DONE = [
  { title: 'Immersion Blenders for Soup in the Pot', by: 'marcus', daysAgo: 2, from: 'stick blender' },
  { title: 'Webcams for Windowless Rooms', by: 'marcus', daysAgo: 2, from: 'webcam' },
  { title: 'Dog Harnesses That Stop the Pulling', by: 'ines', daysAgo: 6, from: 'dog harness' },
  { title: 'Dehumidifiers for Damp Basements', by: 'marcus', daysAgo: 9, from: 'dehumidifier' },
  { title: 'Packing Cubes That Close', by: 'marcus', daysAgo: 9, from: 'luggage organizers' },
  { title: 'Pressure Washers for Mossy Steps', by: 'ines', daysAgo: 16, from: 'power washer' },
  { title: 'Carpet Cleaners for Coffee and Worse', by: 'marcus', daysAgo: 23, from: null },
  { title: 'Balance Bikes for Gravel', by: 'marcus', daysAgo: 23, from: 'kids bike' },
] as const

async function insertDeeds(tx: Db, { now, userIds }: Pick<Laid, 'now' | 'userIds'>): Promise<void> {
  const { rows } = await tx.execute<{
    siteId: number
    postId: string
    title: string
    keyword: string | null
  }>(sql`select site_id as "siteId", post_id as "postId", title, focus_keyword as keyword from content_posts`)
  const posts = new Map(rows.map((row) => [row.title, row]))
  const done = DONE.map(({ title, by, daysAgo, from }, index) => {
    const { siteId, postId, keyword } = found(posts, title)
    const createdAt = before(now, daysAgo * DAY + index * HOUR)
    return {
      siteId,
      postId,
      title,
      userId: found(userIds, by),
      createdAt,
      keywordBefore: from,
      keywordAfter: keyword,
    }
  })
  const ignored = IGNORED.map((title, index) => {
    const { siteId, postId } = found(posts, title)
    return {
      siteId,
      postId,
      title,
      userId: found(userIds, 'marcus'),
      createdAt: before(now, (11 + index) * DAY),
    }
  })
  await tx.insert(ignoredPosts).values(ignored)
  await tx.insert(keywordActions).values(
    [
      ...done.map((deed) => ({ ...deed, action: 'update' as const, state: 'done' as const })),
      ...ignored.map((post) => ({ ...post, action: 'ignore' as const, state: 'done' as const })),
      {
        ...found(new Map(done.map((deed) => [deed.title, deed])), 'Balance Bikes for Gravel'),
        action: 'update' as const,
        state: 'failed' as const,
        error: 'WordPress did not answer in time.',
        createdAt: before(now, 23 * DAY + 9 * HOUR),
      },
    ].toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
  )
}

/** A year of searches, and the desk's actions on them. */
export async function insertSearchPerformance(
  tx: Db,
  { now, userIds }: Pick<Laid, 'now' | 'userIds'>,
  { timeZone = 'UTC' }: { timeZone?: string },
): Promise<void> {
  await insertModels(tx)
  const last = toldUpTo(dayAt(now, timeZone))
  await insertInvented(tx, { last, days: Math.max(...PERIODS), readAt: now })
  for (const site of await listSearchedSites(tx)) {
    await recomputeSearchTotals(tx, site)
    await recomputeClicks(tx, site.id)
  }
  await recomputeQueryTotals(tx)
  await insertDeeds(tx, { now, userIds })
}
