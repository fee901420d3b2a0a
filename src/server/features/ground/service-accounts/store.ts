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
