import { isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { readingOrder } from '../../db/reading-order.ts'
import { sites } from '../../db/schema/sites.ts'

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
