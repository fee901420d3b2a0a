import { inArray } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { keywords } from '../../db/schema/keywords.ts'

/** The numbers of those that stand in our list, by their identity. */
export async function findKeywordIds(db: Db, identities: readonly string[]): Promise<Map<string, number>> {
  if (identities.length === 0) return new Map()
  const rows = await db
    .select({ id: keywords.id, identity: keywords.identity })
    .from(keywords)
    .where(inArray(keywords.identity, [...identities]))
  return new Map(rows.map(({ id, identity }) => [identity, id]))
}
