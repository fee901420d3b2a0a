import { type SQL, sql } from 'drizzle-orm'
import { FLAGS } from '#shared/features/content-tracker/rules.ts'
import { readingOrder } from '../../db/reading-order.ts'
import { EARNINGS_CHANGE, contentPosts as posts } from '../../db/schema/content.ts'
import { sites } from '../../db/schema/sites.ts'
import type { PostOrder, PostSort } from './port.ts'

/** Number of flags of a row; the rows with the most come first. */
const flagCount = sql.join(
  FLAGS.map((_flag, bit) => sql`(${posts.flags} >> ${sql.raw(String(bit))} & 1)`),
  sql` + `,
)

/** Sorts High above Medium, and Medium above every other level. Null for posts without a level. */
const priorityRank = sql`case lower(${posts.taskPriority}) when 'high' then 3 when 'medium' then 2
  else sign(length(${posts.taskPriority})) end`

/** Sort expressions, and whether the opposite direction reads an index backwards; this includes the ids. */
const SORTS: Readonly<Record<PostSort, { by: readonly SQL[]; indexed?: 'up' | 'down' }>> = {
  postId: { by: [sql`length(${posts.postId})`, sql`${posts.postId}`] },
  site: { by: [sql`(select ${sites.code} from ${sites} where ${sites.id} = ${posts.siteId})`] },
  title: { by: [readingOrder(posts.title)], indexed: 'up' },
  publishedOn: { by: [sql`${posts.publishedAt}`], indexed: 'down' },
  permalink: { by: [sql`${posts.permalink}`] },
  articleUrl: { by: [sql`${posts.articleId}`] },
  products: { by: [sql`cardinality(${posts.asins})`] },
  earnings: { by: [sql`${posts.earnings30d}`], indexed: 'down' },
  clicks: { by: [sql`${posts.clicks30d}`], indexed: 'down' },
  change: { by: [EARNINGS_CHANGE], indexed: 'down' },
  refresh: { by: [sql`${posts.refresh}`], indexed: 'down' },
  flags: { by: [sql`(${flagCount})`, sql`${posts.flags}`] },
  taskStatus: { by: [readingOrder(posts.taskStatus)] },
  taskPriority: { by: [priorityRank, readingOrder(posts.taskPriority)] },
}

/** Unknown values come last, but first where an index is read backwards. The index on titles contains none. */
const DIRECTIONS = {
  up: { asc: 'asc', desc: 'desc' },
  down: { asc: 'asc nulls first', desc: 'desc nulls last' },
  none: { asc: 'asc nulls last', desc: 'desc nulls last' },
} as const

/** How a list of `content_posts` is sorted. */
export function orderOf({ sort, sortOrder }: PostOrder): SQL {
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
