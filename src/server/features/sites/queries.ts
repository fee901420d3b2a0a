import { asc } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sites } from '../../db/schema/sites.ts'
import type { SiteRow } from './store.ts'

export async function listSites(db: Db): Promise<SiteRow[]> {
  return db.select().from(sites).orderBy(asc(sites.displayName))
}
