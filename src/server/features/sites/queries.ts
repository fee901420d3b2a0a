import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { readingOrder } from '../../db/reading-order.ts'
import { sites } from '../../db/schema/sites.ts'
import type { SiteRow } from './store.ts'

export async function listSites(db: Db): Promise<SiteRow[]> {
  return db.select().from(sites).orderBy(readingOrder(sites.displayName), sites.id)
}

/** The site whose articles are followed on this board. */
export async function findSiteOfBoard(db: Db, boardGid: string): Promise<SiteRow | undefined> {
  const [site] = await db.select().from(sites).where(eq(sites.boardGid, boardGid)).orderBy(asc(sites.id))
  return site
}

/** Every board on which articles of a site at work are followed. */
export async function listBoards(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ boardGid: sites.boardGid })
    .from(sites)
    .where(and(isNotNull(sites.boardGid), isNull(sites.retiredAt)))
    .orderBy(asc(sites.boardGid))
  return rows.flatMap(({ boardGid }) => boardGid ?? [])
}
