import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { SETTLED_AFTER_MS } from '#shared/features/products/product-library/rules.ts'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/connect.ts'
import { stockScanItems, stockScans } from '../../../db/schema/products.ts'
import { createCallCounter } from '../../../db/vendors/vendor-calls.ts'
import type { StockNews } from './stock-store.ts'

export type ScanRow = typeof stockScans.$inferSelect
type NewScan = Pick<ScanRow, 'kind' | 'day' | 'startedAt'> & Partial<Pick<ScanRow, 'userId' | 'filter'>>

const PURPOSE = 'stock-scan'

/** Only one transaction at a time may begin a scan. */
export async function lockBeginners(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.beginStockScan})`)
}

export async function findRunning(db: Db, kind?: ScanRow['kind']): Promise<ScanRow[]> {
  return db
    .select()
    .from(stockScans)
    .where(and(eq(stockScans.state, 'running'), kind && eq(stockScans.kind, kind)))
    .orderBy(asc(stockScans.id))
}

export async function hasDaily(db: Db, day: string): Promise<boolean> {
  const [scan] = await db
    .select({ id: stockScans.id })
    .from(stockScans)
    .where(and(eq(stockScans.kind, 'daily'), eq(stockScans.day, day)))
    .limit(1)
  return scan !== undefined
}

export async function findScan(db: Db, id: number): Promise<ScanRow | undefined> {
  const [scan] = await db.select().from(stockScans).where(eq(stockScans.id, id))
  return scan
}

/**
 * Highest earnings first; then products never scanned, then those whose last try is oldest, successful or
 * not.
 */
const EARNERS_FIRST = sql`case when p.earnings_30d > 0 then p.earnings_30d end desc nulls last,
  greatest(p.scanned_at, r.failed_at) nulls first, p.product_id`

export const EVERY_PRODUCT: SQL = sql`true`

/** Products whose changed stock must be confirmed by now, and products that were never read. */
export const isWaiting = (now: Date): SQL => sql`(
  (p.seen_stock is not null and p.seen_at <= ${now.toISOString()}::timestamptz - ${SETTLED_AFTER_MS}::int * interval '1 millisecond')
  or (p.scanned_at is null and not exists (
    select from catalog_readings k where k.asin = p.asin and k.failed_at > ${now.toISOString()}::timestamptz - interval '1 day')))`

/** Sorting a million products may exceed the request timeout. Background work gets this long. */
export const mayTakeMinutes = (tx: Db) => tx.execute(sql`set local statement_timeout = '5min'`)

/**
 * Begins a scan of the first `most` matching products `p`, highest earnings first; null if there are none.
 */
export async function insertScan(
  tx: Db,
  scan: NewScan,
  { where, most }: { where: SQL; most: number },
): Promise<ScanRow | null> {
  const [made] = await tx
    .insert(stockScans)
    .values({ ...scan, total: 0 })
    .returning({ id: stockScans.id })
  const id = made?.id ?? 0
  const { rowCount } = await tx.execute(sql`
    insert into stock_scan_items (stock_scan_id, place, product_id)
    select ${id}::int, row_number() over (), product_id from (
      select p.product_id from products p left join catalog_readings r using (asin)
      where ${where} order by ${EARNERS_FIRST} limit ${most}::int) planned`)
  if (!rowCount) {
    await tx.delete(stockScans).where(eq(stockScans.id, id))
    return null
  }
  const [row] = await tx.update(stockScans).set({ total: rowCount }).where(eq(stockScans.id, id)).returning()
  return row ?? null
}

/**
 * Claims a scan at position `done` for writing the next results; false if another run has already done so.
 */
export async function takeStep(tx: Db, { id, done }: ScanRow): Promise<boolean> {
  const [scan] = await tx
    .select({ done: stockScans.done, state: stockScans.state })
    .from(stockScans)
    .where(eq(stockScans.id, id))
    .for('update')
  return scan?.state === 'running' && scan.done === done
}

export async function countStep(
  tx: Db,
  { id }: ScanRow,
  step: { done: number; scanned: number; failed: number } & StockNews,
): Promise<void> {
  await tx
    .update(stockScans)
    .set({
      done: step.done,
      attempts: 0,
      scanned: sql`${stockScans.scanned} + ${step.scanned}`,
      failed: sql`${stockScans.failed} + ${step.failed}`,
      wentOut: sql`${stockScans.wentOut} + ${step.wentOut}`,
      cameBack: sql`${stockScans.cameBack} + ${step.cameBack}`,
    })
    .where(eq(stockScans.id, id))
}

export async function countAttempt(db: Db, { id }: ScanRow): Promise<void> {
  await db
    .update(stockScans)
    .set({ attempts: sql`${stockScans.attempts} + 1` })
    .where(eq(stockScans.id, id))
}

/** Ends a running scan and deletes its plan. Without a reason it is finished. */
export async function endScan(
  tx: Db,
  id: number,
  { now, reason = null }: { now: Date; reason?: string | null },
): Promise<void> {
  await tx
    .update(stockScans)
    .set({ state: reason === null ? 'finished' : 'stopped', reason, endedAt: now })
    .where(and(eq(stockScans.id, id), eq(stockScans.state, 'running')))
  await tx.delete(stockScanItems).where(eq(stockScanItems.scanId, id))
}

export const countCalls = async (db: Db, day: string): Promise<number> =>
  (await createCallCounter(db).read(PURPOSE, day)).today

/** Takes one call from the day's budget before it is made; false if none is left. */
export const spendCall = (db: Db, day: string, callsPerDay: number): Promise<boolean> =>
  createCallCounter(db).take(PURPOSE, day, callsPerDay)
