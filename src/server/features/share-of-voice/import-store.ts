import { eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { publishers } from '../../db/schema/share-of-voice.ts'

/** Adds keywords that nobody tracks; answers how many were new. */
export async function addUntracked(
  db: Db,
  words: readonly { keyword: string; identity: string }[],
): Promise<number> {
  // In one order for everybody, so that no two writers wait for each other.
  const ordered = words.toSorted((one, other) => (one.identity < other.identity ? -1 : 1))
  const rows = await db
    .insert(keywords)
    .values(ordered.map((word) => ({ ...word, isTracked: false, trackedSince: null })))
    .onConflictDoNothing({ target: keywords.identity })
    .returning({ id: keywords.id })
  return rows.length
}

/** The publishers that are known as ours. */
export async function listOwnPublishers(db: Db): Promise<string[]> {
  const rows = await db.select({ name: publishers.name }).from(publishers).where(eq(publishers.isOurs, true))
  return rows.map(({ name }) => name)
}
