import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { publishers } from '../../../db/schema/share-of-voice.ts'

/** Adds untracked keywords; returns how many were new. */
export async function addUntracked(
  db: Db,
  words: readonly { keyword: string; identity: string }[],
): Promise<number> {
  // A fixed order, so that concurrent writers do not deadlock.
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
