import { type SQL, sql } from 'drizzle-orm'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import type { JsonText } from '../../../db/json/json-text.ts'
import { jsonList, jsonMoment, jsonRow, jsonRows, namedList } from '../../../db/json/shape.ts'
import { prepared } from '../../../db/prepared.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { keywordDays } from '../../../db/schema/share-of-voice.ts'
import { addressIfSafe } from '../../../db/sql/address-if-safe.ts'
import { significantDigits } from '../../../db/sql/significant-digits.ts'
import type { KeywordNames } from './name-queries.ts'

const MOST_ARTICLES = 10
const MOST_POSTS = 10
/** Days shown in a keyword's row. */
const SHOWN_DAYS = 90

const viewerId = sql.placeholder('viewerId')

const articlesOf = jsonRows<KeywordRow['articles'][number]>(
  {
    article_id: sql`a.article_id`,
    title: sql`a.title`,
    status: sql`a.status`,
    site_id: sql`a.site_id`,
  },
  sql`article_keywords l join articles a using (article_id)
    where l.keyword_id = ${keywords.id} and (a.status <> 'draft' or a.user_id = ${viewerId})
      and counts_as_article(a.revises_id, a.status)
    order by a.article_id desc limit ${sql.raw(String(MOST_ARTICLES))}`,
)

const postsOf = jsonRows<KeywordRow['posts'][number]>(
  {
    site_id: sql`c.site_id`,
    post_id: sql`c.post_id`,
    title: sql`c.title`,
    url: addressIfSafe(sql`c.permalink`),
  },
  sql`content_posts c
    where c.keyword_identity = ${keywords.identity} and c.gone_at is null and not exists (
      select from article_keywords l where l.keyword_id = ${keywords.id} and l.article_id = c.article_id)
    -- By the index of the keyword: many posts have none.
    order by c.content_post_id + 0 limit ${sql.raw(String(MOST_POSTS))}`,
)

/**
 * One letter per day, from the latest to the first with data. The bits of both masks are added as the digits of a
 * number, which makes 0 of a day without data, 1 of a lost and 2 of a won one.
 */
function historyOf(seen: SQL, won: SQL): SQL<string> {
  const digits = (mask: SQL) =>
    sql`substring(${mask} from 1 for ${sql.raw(String(SHOWN_DAYS))})::text::numeric`
  const sum = sql`(${digits(seen)} + ${digits(sql`(${seen} & ${won})`)})::text`
  return sql`coalesce(rtrim(translate(lpad(${sum}, ${sql.raw(String(SHOWN_DAYS))}, '0'), '012', '-lw'), '-'), '')`
}

const keywordRow = jsonList<KeywordRow, keyof KeywordNames>({
  keyword_id: sql`${keywords.id}`,
  keyword: sql`${keywords.keyword}`,
  is_tracked: sql`${keywords.isTracked}`,
  version: sql`${keywords.version}`,
  created_at: jsonMoment(keywords.createdAt),
  tags: namedList('tags', keywords.tagIds),
  sites: namedList('sites', keywords.siteIds),
  articles: articlesOf,
  posts: postsOf,
  comments: sql`(select count(*) from keyword_comments c where c.keyword_id = ${keywords.id})`,
  last_result: jsonRow<KeywordRow['last_result']>(
    { day: sql`d.last_day`, publisher: sql`p.name`, is_winning: sql`d.last_is_winning` },
    sql`publishers p where p.publisher_id = d.last_publisher_id`,
  ),
  history: historyOf(sql`d.seen`, sql`d.won`),
  winning_percentage: significantDigits(sql`d.rate_30`),
})

/** The rows of `page`, a query for `id` and `place`. */
const rowsOf = (db: Db, page: SQL) =>
  db
    .select(keywordRow.columns)
    .from(sql`${page} page(id, place)`)
    .innerJoin(keywords, sql`${keywords.id} = page.id`)
    .leftJoin(sql`${keywordDays} d`, sql`d.keyword_id = ${keywords.id}`)
    .orderBy(sql`place`)

const rowsOfIds = prepared((db) =>
  rowsOf(db, sql`unnest(${sql.placeholder('ids')}::integer[]) with ordinality`).prepare('keyword_rows'),
)

interface View {
  viewerId: number
  names: KeywordNames
}

/** Everything that the rows of these keywords show, in the order of the ids. */
export async function readKeywords(
  db: Db,
  { ids, viewerId, names }: View & { ids: readonly number[] },
): Promise<JsonText<KeywordRow>[]> {
  return ids.length === 0 ? [] : keywordRow.write(await rowsOfIds(db).execute({ ids, viewerId }), names)
}

const ORDERS = { created_at: keywords.createdAt, keyword: keywords.identity } as const
/** The first page of keywords in the order of an index: all, tracked ones, or others. */
export interface FirstPage {
  sort: keyof typeof ORDERS
  sortOrder: 'asc' | 'desc'
  tracked: boolean | undefined
}

/** One statement for a page that users open most. Its limit is a literal, since the planner misjudges a parameter. */
function firstPageOf({ sort, sortOrder, tracked }: FirstPage) {
  const direction = sql.raw(sortOrder)
  const order = sql`${ORDERS[sort]} ${direction}, ${keywords.id} ${direction}`
  const where =
    tracked === undefined ? sql`true` : tracked ? sql`${keywords.isTracked}` : sql`not ${keywords.isTracked}`
  const page = sql`(select ${keywords.id}, row_number() over () from (
    select ${keywords.id} from ${keywords} where ${where} order by ${order} limit ${sql.raw(String(PAGE_SIZE))}) keywords)`
  return prepared((db) => rowsOf(db, page).prepare(`keyword_page_${sort}_${sortOrder}_${tracked}`))
}

const firstPages = new Map<string, ReturnType<typeof firstPageOf>>()

export async function readFirstPage(db: Db, page: FirstPage, { viewerId, names }: View) {
  const key = `${page.sort} ${page.sortOrder} ${page.tracked}`
  const rows = firstPages.get(key) ?? firstPageOf(page)
  firstPages.set(key, rows)
  return keywordRow.write(await rows(db).execute({ viewerId }), names)
}
