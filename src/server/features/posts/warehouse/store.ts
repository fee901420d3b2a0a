import { and, eq, sql } from 'drizzle-orm'
import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { type LeftOutRows, warehouseReadings } from '../../../db/schema/warehouse.ts'

export type ReadingRow = typeof warehouseReadings.$inferSelect

export async function findReading(db: Db, account: string): Promise<ReadingRow | undefined> {
  const [row] = await db.select().from(warehouseReadings).where(eq(warehouseReadings.account, account))
  return row
}

/** Returns the row of a warehouse, created if missing and locked until the transaction ends. */
export async function lockReading(tx: Db, account: string): Promise<ReadingRow> {
  await tx.insert(warehouseReadings).values({ account }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(warehouseReadings)
    .where(eq(warehouseReadings.account, account))
    .for('update')
  if (row === undefined) throw new Error('A row that was just made is not there.')
  return row
}

type Step = Partial<Omit<ReadingRow, 'account' | 'version'>>

/** Takes a step from the state that the caller has seen; null if another run was faster. */
export async function advanceReading(
  db: Db,
  { account, version }: Pick<ReadingRow, 'account' | 'version'>,
  step: Step,
): Promise<ReadingRow | null> {
  const [row] = await db
    .update(warehouseReadings)
    .set({ ...step, version: sql`${warehouseReadings.version} + 1` })
    .where(and(eq(warehouseReadings.account, account), eq(warehouseReadings.version, version)))
    .returning()
  return row ?? null
}

/** Says that a warehouse could not be read; since when stays what it was. */
export async function recordReadingFailure(
  db: Db,
  account: string,
  { now, failure }: { now: Date; failure: string },
): Promise<void> {
  await db
    .update(warehouseReadings)
    .set({ failure, failedSince: sql`coalesce(${warehouseReadings.failedSince}, ${now.toISOString()})` })
    .where(eq(warehouseReadings.account, account))
}

/** Refused rows that stay recorded when a reading begins: those of parts for which it reads only changes. */
export const remainingRefused = (
  known: readonly LeftOutRows[],
  isKept: (part: SourcePart) => boolean,
): LeftOutRows[] => known.filter(({ part }) => isKept(part)).map((each) => ({ ...each, lately: 0 }))

/**
 * Adds newly refused rows to the earlier ones. Readings overlap and rows are rewritten, so rows counted
 * before are not counted twice.
 */
export function addRefused(
  known: readonly LeftOutRows[],
  part: SourcePart,
  reasons: ReadonlyMap<string, number>,
): LeftOutRows[] {
  const rest = new Map(reasons)
  const counted = known.map((each) => {
    if (each.part !== part) return each
    const lately = (each.lately ?? each.rows) + (rest.get(each.why) ?? 0)
    rest.delete(each.why)
    return { ...each, rows: Math.max(each.rows, lately), lately }
  })
  return [...counted, ...[...rest].map(([why, rows]) => ({ part, why, rows, lately: rows }))]
}
