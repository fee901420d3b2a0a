import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { plannedKeywords } from '../../../db/schema/planner.ts'

export type PlanRow = typeof plannedKeywords.$inferSelect
type NewPlan = typeof plannedKeywords.$inferInsert

const P = plannedKeywords

/** Writes those that the site does not plan yet, and says which they are. */
export async function insertPlans(tx: Db, plans: readonly NewPlan[]): Promise<PlanRow[]> {
  if (plans.length === 0) return []
  return tx
    .insert(P)
    .values([...plans])
    .onConflictDoNothing()
    .returning()
}

/** The plans of a site for these searches. */
export function listPlansOf(
  db: Db,
  { country, siteId, identities }: Pick<PlanRow, 'country' | 'siteId'> & { identities: readonly string[] },
): Promise<PlanRow[]> {
  return db
    .select()
    .from(P)
    .where(
      and(
        eq(P.country, country),
        eq(P.siteId, siteId),
        inArray(P.identity, [...identities]),
        isNull(P.removedAt),
      ),
    )
}

/** The plan, kept from changing until the transaction ends. */
export async function lockPlan(tx: Db, id: number): Promise<PlanRow | undefined> {
  const [row] = await tx.select().from(P).where(eq(P.id, id)).for('update')
  return row
}

export async function writePlan(
  tx: Db,
  id: number,
  values: Partial<Pick<PlanRow, 'month' | 'note' | 'removedAt'>>,
): Promise<void> {
  await tx
    .update(P)
    .set({ ...values, version: sql`${P.version} + 1` })
    .where(eq(P.id, id))
}
