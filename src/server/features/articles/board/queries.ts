import { desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'

/** The boards of all sites, by the name of the site; where several share one, it is called by the first. */
export async function listBoards(db: Db): Promise<{ gid: string; name: string }[]> {
  const rows = await db
    .select({ gid: sites.boardGid, name: sites.displayName })
    .from(sites)
    .where(isNotNull(sites.boardGid))
    .orderBy(readingOrder(sites.displayName), sites.id)
  const boards = new Map<string, string>()
  for (const { gid, name } of rows) if (gid !== null && !boards.has(gid)) boards.set(gid, name)
  return [...boards].map(([gid, name]) => ({ gid, name }))
}

/** Articles by task, with their pictures and owners. */
export async function listArticlesOf(db: Db, gids: readonly string[]) {
  const { id, firstName, lastName, username } = users
  const rows = await db
    .select({
      gid: articles.taskGid,
      imageUrl: articles.imageUrl,
      user: { id, firstName, lastName, username },
    })
    .from(articles)
    .innerJoin(users, eq(users.id, articles.userId))
    .where(inArray(articles.taskGid, [...gids]))
    // If there are several, the first one: the map keeps the entry set last.
    .orderBy(desc(articles.id))
  return new Map(rows.map(({ gid, ...article }) => [gid ?? '', article]))
}
