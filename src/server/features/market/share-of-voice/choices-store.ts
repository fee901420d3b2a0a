import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { reportChoices } from '../../../db/schema/share-of-voice.ts'

export type StoredChoices = Omit<typeof reportChoices.$inferSelect, 'userId'>

/** How a person likes to see the reports. */
export async function readChoices(db: Db, userId: number): Promise<StoredChoices> {
  const { winnersSize, surfacesView, oosGroup } = reportChoices
  const [row] = await db
    .select({ winnersSize, surfacesView, oosGroup })
    .from(reportChoices)
    .where(eq(reportChoices.userId, userId))
  return row ?? { winnersSize: null, surfacesView: null, oosGroup: null }
}

/** Replaces the stored settings. */
export async function putChoices(db: Db, userId: number, choices: StoredChoices): Promise<void> {
  await db
    .insert(reportChoices)
    .values({ userId, ...choices })
    .onConflictDoUpdate({ target: reportChoices.userId, set: choices })
}
