import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { authorizationRecords, connectedAssistants } from '../../../db/schema/assistants.ts'

export async function insertConnection(
  tx: Db,
  connection: typeof connectedAssistants.$inferInsert,
): Promise<void> {
  await tx.insert(connectedAssistants).values(connection)
}

/** Deletes the codes and tokens that a program was given by this consent, and the consent. */
export async function deleteOfGrant(tx: Db, grantId: string): Promise<void> {
  await tx.delete(authorizationRecords).where(eq(authorizationRecords.grantId, grantId))
}
