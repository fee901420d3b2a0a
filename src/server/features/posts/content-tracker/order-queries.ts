import { type SQL, sql } from 'drizzle-orm'
import type { ContentColumn, ContentFilter } from '#shared/features/posts/content-tracker/contract.ts'
import { FLAGS } from '#shared/features/posts/content-tracker/rules.ts'
import { EARNINGS_CHANGE, contentPosts as posts } from '../../../db/schema/content.ts'
import { sites } from '../../../db/schema/sites.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'

/** Number of flags of a row; the rows with the most come first. */
const flagCount = sql.join(
  FLAGS.map((_flag, bit) => sql`(${posts.flags} >> ${sql.raw(String(bit))} & 1)`),
  sql` + `,
)

/** Sorts High above Medium, and Medium above every other level. Null for posts without a level. */
const priorityRank = sql`case lower(${posts.taskPriority}) when 'high' then 3 when 'medium' then 2
  else sign(length(${posts.taskPriority})) end`

/** Sort expressions, and whether the opposite direction reads an index backwards; this includes the ids. */
const SORTS: Readonly<Record<ContentColumn, { by: readonly SQL[]; indexed?: 'up' | 'down' }>> = {
  POST_ID: { by: [sql`length(${posts.postId})`, sql`${posts.postId}`] },
  SITE: { by: [sql`(select ${sites.code} from ${sites} where ${sites.id} = ${posts.siteId})`] },
  POST_TITLE: { by: [readingOrder(posts.title)], indexed: 'up' },
  POST_DATE: { by: [sql`${posts.publishedAt}`], indexed: 'down' },
  PERMALINK: { by: [sql`${posts.permalink}`] },
  ARTICLE_URL: { by: [sql`${posts.articleId}`] },
  PRODUCT_LIST: { by: [sql`cardinality(${posts.asins})`] },
  EARNINGS: { by: [sql`${posts.earnings30d}`], indexed: 'down' },
  CLICKS: { by: [sql`${posts.clicks30d}`], indexed: 'down' },
  CHANGE: { by: [EARNINGS_CHANGE], indexed: 'down' },
  REFRESH: { by: [sql`${posts.refresh}`], indexed: 'down' },
  FLAGS: { by: [sql`(${flagCount})`, sql`${posts.flags}`] },
  STATUS: { by: [readingOrder(posts.taskStatus)] },
  PRIORITY: { by: [priorityRank, readingOrder(posts.taskPriority)] },
}

/** Unknown values come last, but first where an index is read backwards. The index on titles contains none. */
const DIRECTIONS = {
  up: { asc: 'asc', desc: 'desc' },
  down: { asc: 'asc nulls first', desc: 'desc nulls last' },
  none: { asc: 'asc nulls last', desc: 'desc nulls last' },
} as const

/** How a list of `content_posts` is sorted. */
export function orderOf({ sort, sortOrder }: Pick<ContentFilter, 'sort' | 'sortOrder'>): SQL {
  const { by, indexed } = SORTS[sort]
  const isBackwards = indexed !== undefined && (indexed === 'down') !== (sortOrder === 'desc')
  const direction = sql.raw(DIRECTIONS[indexed ?? 'none'][sortOrder])
  return sql.join(
    [
      ...by.map((expression) => sql`${expression} ${direction}`),
      sql`${posts.id} ${sql.raw(isBackwards ? 'desc' : 'asc')}`,
    ],
    sql`, `,
  )
}
