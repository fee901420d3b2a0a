import { and, asc, count, desc, eq, exists, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ArticleFilter, ArticleRow, QueuePlace } from '#shared/features/articles/articles/contract.ts'
import { PENDING_STATUSES } from '#shared/features/articles/articles/rules.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import type { JsonText } from '../../../db/json/json-text.ts'
import { articleKeywords, articles } from '../../../db/schema/articles.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'
import { countsAsArticle } from '../../../db/sql/counted-articles.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import type { Caller } from '../../../security/actor.ts'
import { readArticleRows, readNewestRows } from './row-queries.ts'

const COLUMNS: Record<ArticleFilter['sort'], SQL[]> = {
  article_id: [],
  title: [readingOrder(articles.title)],
  site: [readingOrder(sites.displayName)],
  user: [readingOrder(users.firstName), readingOrder(users.lastName)],
  created_at: [sql`${articles.createdAt}`],
  status: [sql`${articles.status}`],
}

/** Articles waiting for this user: their own unfinished ones and, for validators, every requested one. */
export function isPendingFor(actor: Caller): SQL | undefined {
  const own = and(eq(articles.userId, actor.id), inArray(articles.status, [...PENDING_STATUSES]))
  return actor.permissions.includes('ValidateArticles') ? or(own, eq(articles.status, 'requested')) : own
}

const isVisibleTo = (actor: Caller) => or(ne(articles.status, 'draft'), eq(articles.userId, actor.id))

export interface HistoryView {
  actor: Caller
  timeZone: string
}

function matching(db: Db, filter: ArticleFilter, { actor, timeZone }: HistoryView): SQL | undefined {
  const { createdAtBegin: begin, createdAtEnd: end, keywordId } = filter
  return and(
    countsAsArticle,
    filter.pending ? isPendingFor(actor) : undefined,
    filter.users?.length ? inArray(articles.userId, filter.users) : undefined,
    filter.site?.length ? inArray(articles.siteId, filter.site) : undefined,
    filter.status?.length ? inArray(articles.status, filter.status) : undefined,
    begin === undefined ? undefined : gte(articles.createdAt, startOfDay(begin, { timeZone })),
    end === undefined ? undefined : lt(articles.createdAt, startOfDay(end, { plusDays: 1, timeZone })),
    keywordId === undefined
      ? undefined
      : exists(
          db
            .select({ one: sql`1` })
            .from(articleKeywords)
            .where(and(eq(articleKeywords.articleId, articles.id), eq(articleKeywords.keywordId, keywordId))),
        ),
  )
}

const pageOf = (filter: ArticleFilter) => ({ offset: (filter.page - 1) * PAGE_SIZE, limit: PAGE_SIZE })

/** Whether a filter asks for the first page of all articles, which users open most. */
function isNewest({ page, sort, sortOrder, ...filter }: ArticleFilter): boolean {
  const isPlain = Object.values(filter).every(
    (value) => value === undefined || value === false || (Array.isArray(value) && value.length === 0),
  )
  return isPlain && page === 1 && sort === 'article_id' && sortOrder === 'desc'
}

/** One page of Articles History. */
export async function searchArticles(
  db: Db,
  filter: ArticleFilter,
  view: HistoryView,
): Promise<JsonText<ArticleRow>[]> {
  if (isNewest(filter)) return readNewestRows(db, view.actor.id)
  const where = and(isVisibleTo(view.actor), matching(db, filter, view))
  const isByOwner = filter.sort === 'site' || filter.sort === 'user'
  const ids = await (isByOwner ? listIdsByOwner : listIds)(db, filter, where)
  return readArticleRows(db, ids)
}

/** Finds a page's article IDs without joining sites and users for the skipped rows. */
async function listIds(db: Db, filter: ArticleFilter, where: SQL | undefined): Promise<number[]> {
  const direction = sql.raw(filter.sortOrder)
  const order = [...COLUMNS[filter.sort], articles.id].map((column) => sql`${column} ${direction}`)
  const { offset, limit } = pageOf(filter)
  const { rows } = await db.execute<{ article_id: number }>(sql`
    select article_id from ${articles} where ${where ?? sql`true`}
    order by ${sql.join(order, sql`, `)} limit ${limit}::int offset ${offset}::bigint`)
  return rows.map((row) => row.article_id)
}

const ownersOf = ({ sort }: ArticleFilter) =>
  sort === 'site' ? ([sites, articles.siteId] as const) : ([users, articles.userId] as const)

/** Beyond this row, the newest articles of every owner would be most of the table. */
const NEAR = 200

/**
 * The page's article IDs, sorted by the site's or requester's name: sorts the few sites or users and reads the first
 * articles of each from an index. Sorting all articles by a joined name would take a hundred times as long.
 */
async function listIdsByOwner(db: Db, filter: ArticleFilter, where: SQL | undefined): Promise<number[]> {
  const direction = filter.sortOrder === 'asc' ? asc : desc
  const { offset, limit } = pageOf(filter)
  if (offset + limit > NEAR) return listIdsFarDown(db, filter, where)
  const [owners, ownerId] = ownersOf(filter)
  const own = eq(ownerId, owners.id)
  const found = db
    .select({ id: articles.id })
    .from(articles)
    .where(and(own, where))
    .orderBy(direction(articles.id))
    .limit(offset + limit)
    .as('found')
  const rows = await db
    .select({ id: found.id })
    .from(owners)
    .crossJoinLateral(found)
    .orderBy(
      ...COLUMNS[filter.sort].map((column) => direction(column)),
      direction(owners.id),
      direction(found.id),
    )
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

/** The same for a page far down: counts each owner's articles to find the owners on the page. */
async function listIdsFarDown(db: Db, filter: ArticleFilter, where: SQL | undefined): Promise<number[]> {
  const direction = sql.raw(filter.sortOrder)
  const { offset, limit } = pageOf(filter)
  const [owners, ownerId] = ownersOf(filter)
  const matching = where ?? sql`true`
  const names = [...COLUMNS[filter.sort], owners.id].map((column) => sql`${column} ${direction}`)
  const counts = sql`select ${ownerId} as id, count(*)::int as count from ${articles} where ${matching} group by 1`
  const placed = sql`select ${owners.id} as id, c.count, row_number() over owner as place,
      (sum(c.count) over owner)::int - c.count - ${offset}::int as before
    from ${owners} join (${counts}) c on c.id = ${owners.id}
    window owner as (order by ${sql.join(names, sql`, `)} rows unbounded preceding)`
  // Of each owner on the page, skips the articles before and after the page.
  const { rows } = await db.execute<{ article_id: number }>(sql`
    select f.article_id from (${placed}) o cross join lateral (
      select ${articles.id} from ${articles} where ${ownerId} = o.id and ${matching} order by ${articles.id} ${direction}
      limit ${limit}::int - greatest(o.before, 0) offset greatest(-o.before, 0)) f
    where o.before < ${limit}::int and o.before + o.count > 0
    order by o.place, f.article_id ${direction} limit ${limit}::int`)
  return rows.map((row) => row.article_id)
}

/** Counts the matching articles that all users can see. Depends on the viewer only with the `pending` filter. */
export async function countShared(db: Db, filter: ArticleFilter, view: HistoryView): Promise<number> {
  const where = and(ne(articles.status, 'draft'), matching(db, filter, view))
  const [total] = await db.select({ count: count() }).from(articles).where(where)
  return total?.count ?? 0
}

/** Counts the viewer's own matching drafts, which only the viewer can see. */
export async function countOwnDrafts(db: Db, filter: ArticleFilter, view: HistoryView): Promise<number> {
  const own = and(
    eq(articles.userId, view.actor.id),
    eq(articles.status, 'draft'),
    matching(db, filter, view),
  )
  const [total] = await db.select({ count: count() }).from(articles).where(own)
  return total?.count ?? 0
}

export async function countPending(db: Db, actor: Caller): Promise<number> {
  const [total] = await db.select({ count: count() }).from(articles).where(isPendingFor(actor))
  return total?.count ?? 0
}

/** Returned articles first, then requested ones, then drafts; each group oldest first. */
const pendingOrder = [
  sql`array_position(array['returned', 'requested', 'draft'], ${articles.status})`,
  sql`${articles.createdAt}`,
  sql`${articles.id}`,
]

/** The article IDs on a page of the pending list. */
export async function listPendingIds(
  db: Db,
  actor: Caller,
  { page, limit }: { page: number; limit: number },
): Promise<number[]> {
  // A limit of 0 asks only for the count.
  if (limit === 0) return []
  const rows = await db
    .select({ id: articles.id })
    .from(articles)
    .where(isPendingFor(actor))
    .orderBy(...pendingOrder)
    .limit(limit)
    .offset((page - 1) * limit)
  return rows.map(({ id }) => id)
}

/** An article's position in this user's pending list, with its neighbours. */
export async function findPlace(db: Db, actor: Caller, articleId: number): Promise<QueuePlace> {
  const { rows } = await db.execute<{ id: number; position: number; before: number; after: number }>(sql`
    select * from (
      select ${articles.id} as id, (row_number() over queue)::int as position, lag(${articles.id}) over queue as before,
        lead(${articles.id}) over queue as after
      from ${articles} where ${isPendingFor(actor)} window queue as (order by ${sql.join(pendingOrder, sql`, `)})) q
    where id = ${articleId} or position = 1`)
  const total = await countPending(db, actor)
  const own = rows.find(({ id }) => id === articleId)
  if (own === undefined) return { position: null, total, before: null, after: rows[0]?.id ?? null }
  return { position: own.position, total, before: own.before, after: own.after }
}

/** The board with the article's task; null for a draft or if its site has no board. */
export async function findBoardOf(db: Db, articleId: number): Promise<string | null> {
  const [found] = await db
    .select({ boardGid: sites.boardGid })
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(eq(articles.id, articleId), ne(articles.status, 'draft')))
  return found?.boardGid ?? null
}
