import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { commissionCategories } from '../../../db/schema/commission-categories.ts'

export type CategoryRow = typeof commissionCategories.$inferSelect
export type CategoryValues = Pick<CategoryRow, 'name' | 'rate'>

export async function insertCategory(tx: Db, values: CategoryValues): Promise<number> {
  const [row] = await tx
    .insert(commissionCategories)
    .values(values)
    .returning({ id: commissionCategories.id })
  if (!row) throw new Error('The database did not return the new category.')
  return row.id
}

/** The category, kept from changing until the transaction ends. */
export async function lockCategory(tx: Db, id: number): Promise<CategoryRow | undefined> {
  const [row] = await tx
    .select()
    .from(commissionCategories)
    .where(eq(commissionCategories.id, id))
    .for('update')
  return row
}

export async function writeCategory(tx: Db, id: number, values: CategoryValues): Promise<void> {
  const version = sql`${commissionCategories.version} + 1`
  await tx
    .update(commissionCategories)
    .set({ ...values, version })
    .where(eq(commissionCategories.id, id))
}

export async function removeCategory(tx: Db, id: number): Promise<void> {
  await tx.delete(commissionCategories).where(eq(commissionCategories.id, id))
}
