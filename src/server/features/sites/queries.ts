import { asc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sites } from '../../db/schema/sites.ts'

export type SiteRow = typeof sites.$inferSelect

export async function listSites(db: Db): Promise<SiteRow[]> {
  return db.select().from(sites).orderBy(asc(sites.displayName))
}

export async function findSite(db: Db, id: number): Promise<SiteRow | undefined> {
  const [site] = await db.select().from(sites).where(eq(sites.id, id))
  return site
}

/** The site whose articles are followed on this board. */
export async function findSiteOfBoard(db: Db, boardGid: string): Promise<SiteRow | undefined> {
  const [site] = await db.select().from(sites).where(eq(sites.boardGid, boardGid)).orderBy(asc(sites.id))
  return site
}

/** Every board on which articles of a site are followed. */
export async function listBoards(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ boardGid: sites.boardGid })
    .from(sites)
    .where(isNotNull(sites.boardGid))
    .orderBy(asc(sites.boardGid))
  return rows.flatMap(({ boardGid }) => boardGid ?? [])
}
