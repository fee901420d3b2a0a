import { asc, eq, sql } from 'drizzle-orm'
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

/** By its short code, in whatever case it is written. */
export async function findSiteByCode(db: Db, code: string): Promise<SiteRow | undefined> {
  const [site] = await db
    .select()
    .from(sites)
    .where(eq(sql`lower(${sites.code})`, code.toLowerCase()))
  return site
}
