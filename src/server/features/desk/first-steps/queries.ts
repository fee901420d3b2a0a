import { desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { adoptions } from '../../../db/schema/adoptions.ts'
import { keywordCounts } from '../../../db/schema/keywords.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'

/** How many there are, as it is kept. */
export async function countKeywords(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${keywordCounts.keywords}), 0)::int` })
    .from(keywordCounts)
    .where(eq(keywordCounts.kind, 'all'))
  return row?.count ?? 0
}

export const countPeople = (db: Db): Promise<number> => db.$count(users)

/** How many posts are followed that were not written here. */
export async function countFollowed(db: Db): Promise<number> {
  const { rows } = await db.execute<{ posts: number }>(sql`
    select count(*)::int as posts from content_posts where gone_at is null and source <> 'copydesk'`)
  return rows[0]?.posts ?? 0
}

/** The sites at work, the oldest first. */
export const listSitesAtWork = (db: Db) =>
  db.select().from(sites).where(isNull(sites.retiredAt)).orderBy(sites.id)

/** The newest run over the posts of each site. */
export const listNewestRuns = (db: Db) =>
  db
    .selectDistinctOn([adoptions.siteId])
    .from(adoptions)
    .where(eq(adoptions.kind, 'whole'))
    .orderBy(adoptions.siteId, desc(adoptions.id))
