import { count, eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { accessSteps } from '../../../db/schema/user-access.ts'

export type NewStep = typeof accessSteps.$inferInsert

export async function insertSteps(db: Db, steps: readonly NewStep[]): Promise<void> {
  if (steps.length > 0) await db.insert(accessSteps).values([...steps])
}

export async function insertStep(db: Db, step: NewStep): Promise<number> {
  const [row] = await db.insert(accessSteps).values(step).returning({ id: accessSteps.id })
  return row?.id ?? 0
}

/** What turned out to be kept already. */
export async function removeStep(db: Db, id: number): Promise<void> {
  await db.delete(accessSteps).where(eq(accessSteps.id, id))
}

export async function countSteps(db: Db, email: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(accessSteps).where(eq(accessSteps.email, email))
  return row?.count ?? 0
}
