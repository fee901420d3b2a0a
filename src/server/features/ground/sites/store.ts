import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { sites } from '../../../db/schema/sites.ts'

export type SiteRow = typeof sites.$inferSelect
type SiteColumns = typeof sites.$inferInsert

const hasCode = (code: string) => eq(sql`lower(${sites.code})`, code.toLowerCase())

export async function findSite(db: Db, id: number): Promise<SiteRow | undefined> {
  const [site] = await db.select().from(sites).where(eq(sites.id, id))
  return site
}

export async function findSiteByCode(db: Db, code: string): Promise<SiteRow | undefined> {
  const [site] = await db.select().from(sites).where(hasCode(code))
  return site
}

/** Returns the site with this id or code, locked until the transaction ends. */
export async function lockSite(tx: Db, by: number | string): Promise<SiteRow | undefined> {
  const isMeant = typeof by === 'number' ? eq(sites.id, by) : hasCode(by)
  const [site] = await tx.select().from(sites).where(isMeant).for('no key update')
  return site
}

/** Puts the site in unless its code is taken; false then. */
export async function insertSite(db: Db, values: SiteColumns): Promise<boolean> {
  const rows = await db.insert(sites).values(values).onConflictDoNothing().returning({ id: sites.id })
  return rows.length > 0
}

export async function updateSite(db: Db, id: number, values: Partial<SiteColumns>): Promise<void> {
  await db.update(sites).set(values).where(eq(sites.id, id))
}
