import { and, asc, eq, gte, inArray, like, lt, or, type SQL, sql } from 'drizzle-orm'
import {
  type KeywordFilter,
  type KeywordSort,
  MOST_TAGS,
  type Tag,
} from '#shared/features/keywords/keywords/contract.ts'
import { keywordIdentity, tidyTag } from '#shared/features/keywords/keywords/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import { prepared } from '../../../db/prepared.ts'
import { keywordCounts, keywords, tags } from '../../../db/schema/keywords.ts'
import { keywordDays } from '../../../db/schema/share-of-voice.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { safeCell } from '../../../db/sql/safe-cell.ts'
import { isMoved } from './move-queries.ts'
import { FEW, fromNearerEnd, listIdsByMove, listIdsByRate } from './rate-queries.ts'

const MOST_WORDS = 10
/** Shorter strings occur in every second keyword, and no index finds them inside words. */
export const INDEXED_LENGTH = 3

/** Every word must occur. Words of one or two letters must begin a word. */
function contains(typed: string): SQL[] {
  const words = keywordIdentity(typed).split(' ')
  return words
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => {
      const text = asLiteral(word)
      if (word.length >= INDEXED_LENGTH) return like(keywords.identity, `%${text}%`)
      return sql`(${keywords.identity} like ${`${text}%`} or ${keywords.identity} like ${`% ${text}%`})`
    })
}

/** As an array parameter: one query plan for any number of values. */
const integers = (values: readonly number[]) => sql`${sql.param([...values])}::integer[]`

/** Whether the keyword has a draft that only this user sees. */
const hasOwnDraft = (userId: number) => sql`exists (
  select from article_keywords l join articles a using (article_id)
  where l.keyword_id = ${keywords.id} and a.status = 'draft' and a.user_id = ${userId})`

function hasArticle(statuses: readonly string[], userId: number): SQL | undefined {
  const kept = statuses.filter((status) => status !== 'draft')
  const bits = sql.join(
    kept.map((status) => sql`article_status_bit(${status})`),
    sql` | `,
  )
  // The first comparison is redundant, but makes the planner use the index of the few keywords with articles.
  const others =
    kept.length === 0
      ? undefined
      : sql`(${keywords.articleStatuses} <> 0 and ${keywords.articleStatuses} & (${bits}) <> 0)`
  return kept.length === statuses.length ? others : or(others, hasOwnDraft(userId))
}

const hasMoved = (moved: SQL) =>
  sql`${keywords.id} in (select ${keywordDays.keywordId} from ${keywordDays} where ${moved})`

export interface KeywordView {
  userId: number
  timeZone: string
}

/** The conditions that the indexes sorted by age can check. */
export function trackedAndAged(
  { createdFrom: from, createdTo: to, tracked }: KeywordFilter,
  { timeZone }: Pick<KeywordView, 'timeZone'>,
): SQL | undefined {
  return and(
    tracked === undefined ? undefined : tracked ? sql`${keywords.isTracked}` : sql`not ${keywords.isTracked}`,
    from === undefined ? undefined : gte(keywords.createdAt, startOfDay(from, { timeZone })),
    to === undefined ? undefined : lt(keywords.createdAt, startOfDay(to, { plusDays: 1, timeZone })),
  )
}

/** All conditions of a filter on `keywords`. */
export function matchingKeywords(filter: KeywordFilter, { userId, timeZone }: KeywordView): SQL | undefined {
  const { tags: tagIds, sites, articleStatus, lost_since: lostSince, won_since: wonSince } = filter
  return and(
    ...contains(filter.keyword ?? ''),
    trackedAndAged(filter, { timeZone }),
    tagIds?.length ? sql`${keywords.tagIds} && ${integers(tagIds)}` : undefined,
    sites?.length ? sql`${keywords.siteIds} && ${integers(sites)}` : undefined,
    articleStatus?.length ? hasArticle(articleStatus, userId) : undefined,
    lostSince === undefined ? undefined : hasMoved(isMoved('lost', lostSince)),
    wonSince === undefined ? undefined : hasMoved(isMoved('won', wonSince)),
  )
}

interface PageOf {
  where: SQL | undefined
  sort: KeywordSort
  sortOrder: 'asc' | 'desc'
  limit: number
  offset: number
  /**
   * Set if an index finds the matches: their number, possibly a little old, and the conditions that the index
   * by age can check. Otherwise the planner chooses.
   */
  matches?: { count: number; trackedAndAged: SQL | undefined } | undefined
  /**
   * Set if the filter only restricts age and tracking: the number of matches, and `only` if age is not
   * restricted.
   */
  plain?: { count: number; only: { tracked: boolean | undefined } | undefined } | undefined
}

/**
 * Most keywords to walk through. A tag that only occurs at the other end of the order would come after all of
 * them.
 */
const MOST_WALKED = 20_000

/** The ids of one page, in order. */
export async function listKeywordIds(db: Db, page: PageOf): Promise<number[]> {
  const ranked = { ...page, only: page.plain?.only, total: page.plain?.count }
  if (page.sort === 'winning_percentage') return listIdsByRate(db, { ...ranked, rate: keywordDays.rate30 })
  if (page.sort === 'moved') return listIdsByMove(db, ranked)
  const opposite = page.sortOrder === 'asc' ? 'desc' : 'asc'
  return fromNearerEnd(page.plain?.count, page, ({ isReversed, ...part }) =>
    listInOrder(db, { ...page, ...part, sortOrder: isReversed ? opposite : page.sortOrder }),
  )
}

async function listInOrder(db: Db, { where, sort, sortOrder, limit, offset, matches, plain }: PageOf) {
  const direction = sql.raw(sortOrder)
  const order = sql`${sort === 'keyword' ? keywords.identity : keywords.createdAt} ${direction}, ${keywords.id} ${direction}`
  const some = sql`limit ${limit}::int offset ${offset}::bigint`
  const pageOf = async (from: SQL) => {
    const { rows } = await db.execute<{ keyword_id: number }>(
      sql`select keyword_id from ${from} order by ${order} ${some}`,
    )
    return rows.map((row) => row.keyword_id)
  }
  if (sort === 'keyword' && plain?.only && plain.only.tracked === undefined && offset > 0) {
    // Rows before the page are skipped in the index of words alone.
    const { rows } = await db.execute<{ keyword_id: number }>(sql`
      select keyword_id from (select identity from ${keywords} order by identity ${direction} ${some}) page
      join ${keywords} using (identity) order by ${order}`)
    return rows.map((row) => row.keyword_id)
  }
  const matching = sql`where ${where ?? sql`true`}`
  if (matches === undefined || offset + limit > MOST_WALKED) return pageOf(sql`${keywords} ${matching}`)
  if (matches.count > FEW) {
    const first = sql`select * from ${keywords} where ${matches.trackedAndAged ?? sql`true`} order by ${order} limit ${MOST_WALKED}::int`
    const ids = await pageOf(sql`(${first}) ${keywords} ${matching}`)
    if (ids.length === limit) return ids
  }
  // `offset 0` keeps the planner from using the order to search for matches.
  return pageOf(
    sql`(select keyword_id, identity, created_at from ${keywords} ${matching} offset 0) ${keywords}`,
  )
}

/**
 * The stored count that a filter needs, for tracked keywords, others or both; undefined if none is stored.
 */
export interface StoredCount {
  kind: 'all' | 'tag' | 'site'
  valueId: number
  tracked: boolean | undefined
}

/** Whether a filter restricts only age and tracking. */
export function asksOnlyForAge({ createdFrom, createdTo, tracked, ...asked }: KeywordFilter): boolean {
  const {
    keyword = '',
    tags = [],
    sites = [],
    articleStatus = [],
    lost_since: lostSince,
    won_since: wonSince,
    ...others
  } = asked
  // A new filter that is missing here fails to compile; otherwise it would be ignored when counting.
  const none: Record<string, never> = others
  return (
    keyword.trim() === '' &&
    tags.length + sites.length + articleStatus.length + Object.keys(none).length === 0 &&
    lostSince === undefined &&
    wonSince === undefined
  )
}

export function storedCountOf(filter: KeywordFilter): StoredCount | undefined {
  const { tags: [tag] = [], sites: [site] = [], createdFrom, createdTo, tracked } = filter
  const values = (filter.tags?.length ?? 0) + (filter.sites?.length ?? 0)
  const isPlain = asksOnlyForAge({ ...filter, tags: undefined, sites: undefined })
  if (!isPlain || values > 1 || createdFrom !== undefined || createdTo !== undefined) return undefined
  if (tag !== undefined) return { kind: 'tag', valueId: tag, tracked }
  return site === undefined ? { kind: 'all', valueId: 0, tracked } : { kind: 'site', valueId: site, tracked }
}

const storedCounts = prepared((db) =>
  db
    .select({ count: sql<number>`coalesce(sum(${keywordCounts.keywords}), 0)::int` })
    .from(keywordCounts)
    .where(
      and(
        eq(keywordCounts.kind, sql.placeholder('kind')),
        eq(keywordCounts.valueId, sql.placeholder('valueId')),
        sql`${keywordCounts.isTracked} = coalesce(${sql.placeholder('tracked')}::boolean, ${keywordCounts.isTracked})`,
      ),
    )
    .prepare('stored_keyword_count'),
)

export async function readStoredCount(db: Db, { kind, valueId, tracked }: StoredCount): Promise<number> {
  const [row] = await storedCounts(db).execute({ kind, valueId, tracked: tracked ?? null })
  return row?.count ?? 0
}

export async function countKeywords(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(keywords).where(where)
  return row?.count ?? 0
}

/** Counts at most to `most`; a result of `most + 1` means that there are more. */
export async function countKeywordsUpTo(db: Db, where: SQL | undefined, most: number): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(keywords)
    .where(where)
    .limit(most + 1)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

/** Names in one cell, separated by commas. A name that contains a separator of imports is quoted. */
const listed = (name: SQL) =>
  safeCell(
    sql`string_agg(case when ${name} ~ '[,;|]|^"' then '"' || replace(${name}, '"', '""') || '"' else ${name} end, ', ' order by ${name})`,
  )

/** All matches of a filter as rows of a file, in the page's order. */
export function exportQuery(
  where: SQL | undefined,
  { sort, sortOrder, timeZone }: Pick<PageOf, 'sort' | 'sortOrder'> & Pick<KeywordView, 'timeZone'>,
): SQL {
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`
  // A subquery per row instead of a join, so that rows can be streamed in index order.
  const rate = sql`(select d.rate_30 from keyword_days d where d.keyword_id = ${keywords.id})`
  const order = {
    keyword: sql`${keywords.identity} ${direction}, ${keywords.id} ${direction}`,
    created_at: sql`${keywords.createdAt} ${direction}, ${keywords.id} ${direction}`,
    // Same tie-breaking as in the list, so that the index works in both directions.
    winning_percentage:
      sortOrder === 'asc'
        ? sql`${rate} asc nulls last, case when ${rate} is null then ${keywords.id} end, ${keywords.id} desc`
        : sql`${rate} desc nulls last, ${keywords.id}`,
    moved: sql`(select row(d.moved_on, not d.last_is_winning, d.rate_30) from keyword_days d
      where d.keyword_id = ${keywords.id} and d.is_tracked and d.moved_on is not null) ${direction} nulls last, ${keywords.id}`,
  }
  return sql`select ${safeCell(sql`${keywords.keyword}`)} as "Keyword",
      case when ${keywords.isTracked} then 'yes' else 'no' end as "Tracked",
      (select ${listed(sql`t.tag`)} from tags t where t.tag_id = any(${keywords.tagIds})) as "Tags",
      (select ${listed(sql`s.display_name`)} from sites s where s.site_id = any(${keywords.siteIds})) as "Sites",
      round(${rate}::numeric, case when ${rate} < 10 then 2 when ${rate} < 100 then 1 else 0 end) as "Win % 30 d",
      to_char(${keywords.createdAt} at time zone ${timeZone}::text, 'YYYY-MM-DD') as "Created"
    from ${keywords}
    where ${where ?? sql`true`}
    order by ${order[sort]}`
}

/** Tags by id or by part of their words, sorted by their words. */
export async function searchTags(
  db: Db,
  { ids, query }: { ids?: readonly number[] | undefined; query?: string | undefined },
): Promise<Tag[]> {
  const text = tidyTag(query ?? '')
  return db
    .select({ tag_id: tags.id, tag: tags.tag })
    .from(tags)
    .where(
      and(
        ids === undefined ? undefined : inArray(tags.id, [...ids]),
        text === '' ? undefined : like(tags.tag, `%${asLiteral(text)}%`),
      ),
    )
    .orderBy(asc(tags.tag))
    .limit(MOST_TAGS)
}
