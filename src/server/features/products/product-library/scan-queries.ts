import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { PRODUCTS_PER_CALL } from '#shared/features/products/product-library/rules.ts'
import { READING_FRESH_MS } from '#shared/features/products/products/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { products, stockScanItems, stockScans } from '../../../db/schema/products.ts'
import { users } from '../../../db/schema/users.ts'
import type { ScanRow } from './scan-store.ts'

/** A scan and the user who requested it. */
export async function findScanWithUser(db: Db, id: number) {
  const [found] = await db
    .select({ scan: stockScans, user: users })
    .from(stockScans)
    .leftJoin(users, eq(users.id, stockScans.userId))
    .where(eq(stockScans.id, id))
  return found
}

/** The running scan or the last finished one, with the user who requested it. */
export async function findShownScan(db: Db, which: 'running' | 'last') {
  const { id, state, endedAt } = stockScans
  const [found] = await db
    .select({ scan: stockScans, user: users })
    .from(stockScans)
    .leftJoin(users, eq(users.id, stockScans.userId))
    // A round in between that met nothing new would only hide the day's.
    .where(
      which === 'running'
        ? eq(state, 'running')
        : and(
            ne(state, 'running'),
            sql`(${stockScans.kind} <> 'between' or ${stockScans.wentOut} + ${stockScans.cameBack} > 0)`,
          ),
    )
    .orderBy(
      ...(which === 'running'
        ? [desc(sql`${stockScans.kind} = 'asked'`), asc(id)]
        : [desc(endedAt), desc(id)]),
    )
    .limit(1)
  return found
}

export interface PlannedProduct {
  place: number
  asin: string
  /** It was read within the last hour, and its stock is unchanged. */
  isFresh: boolean
}

/** The next products of a scan, as many as one call asks for. */
export async function listNext(db: Db, { id, done }: ScanRow, now: Date): Promise<PlannedProduct[]> {
  const fresh = new Date(now.getTime() - READING_FRESH_MS).toISOString()
  return db
    .select({
      place: stockScanItems.place,
      asin: products.asin,
      isFresh: sql<boolean>`coalesce(${products.scannedAt} > ${fresh}::timestamptz and ${products.seenStock} is null, false)`,
    })
    .from(stockScanItems)
    .innerJoin(products, eq(products.id, stockScanItems.productId))
    .where(and(eq(stockScanItems.scanId, id), gt(stockScanItems.place, done)))
    .orderBy(asc(stockScanItems.place))
    .limit(PRODUCTS_PER_CALL)
}
