import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { serviceAccounts } from '../../../db/schema/service-accounts.ts'

export async function insertServiceAccount(
  db: Db,
  values: { userId: number; purpose: string; ownerId: number; createdBy: number },
): Promise<void> {
  await db.insert(serviceAccounts).values(values)
}

export async function updateServiceAccount(
  db: Db,
  userId: number,
  values: { purpose: string; ownerId: number },
): Promise<void> {
  await db.update(serviceAccounts).set(values).where(eq(serviceAccounts.userId, userId))
}

/** Gives the service accounts of a person to another one; returns their ids. */
export async function giveServiceAccounts(
  db: Db,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<number[]> {
  const given = await db
    .update(serviceAccounts)
    .set({ ownerId: toId })
    .where(eq(serviceAccounts.ownerId, fromId))
    .returning({ id: serviceAccounts.userId })
  return given.map(({ id }) => id)
}
