import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { googleSheets, sheetSyncs } from '../../../db/schema/google-sheets.ts'
import { users } from '../../../db/schema/users.ts'
import type { LinkRow, SyncRow } from './store.ts'

const withSyncs = (db: Db) =>
  db
    .select({
      link: googleSheets,
      sync: sheetSyncs,
      user: users,
      isFirst: sql<boolean>`not exists (select from ${sheetSyncs} done where done.ended_at is not null
        and done.google_sheet_table_id = ${googleSheets.id}
        and (done.failure is null or done.created + done.updated + done.skipped > 0))`,
    })
    .from(googleSheets)
    .leftJoin(
      sheetSyncs,
      and(
        eq(sheetSyncs.linkId, googleSheets.id),
        sql`${sheetSyncs.id} = (select max(last.sheet_sync_id) from ${sheetSyncs} last
          where last.google_sheet_table_id = ${googleSheets.id})`,
      ),
    )
    .leftJoin(users, eq(users.id, sheetSyncs.userId))

/** The links that there are, each with its last sync, in the order in which they were made. */
export const listLinks = async (db: Db) =>
  withSyncs(db).where(isNull(googleSheets.deletedAt)).orderBy(asc(googleSheets.id))
export type FoundLink = Awaited<ReturnType<typeof listLinks>>[number]

export async function findLink(db: Db, id: number): Promise<FoundLink | undefined> {
  const [found] = await withSyncs(db).where(and(eq(googleSheets.id, id), isNull(googleSheets.deletedAt)))
  return found
}

export interface AskedSync {
  sync: SyncRow
  link: LinkRow
}

/** A sync with the link whose sheet it takes over. */
export async function findSync(db: Db, id: number): Promise<AskedSync | undefined> {
  const [found] = await db
    .select({ sync: sheetSyncs, link: googleSheets })
    .from(sheetSyncs)
    .innerJoin(googleSheets, eq(googleSheets.id, sheetSyncs.linkId))
    .where(eq(sheetSyncs.id, id))
  return found
}
