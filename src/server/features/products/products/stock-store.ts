import { sql } from 'drizzle-orm'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import type { Db } from '../../../db/connect.ts'

/** A product's known stock, locked until the transaction ends. */
export interface LockedProduct {
  id: number
  asin: string
  stock: Stock
  scannedAt: Date | null
}

/** The products of these ASINs; unknown ones are missing. */
export async function lockProducts(tx: Db, asins: readonly string[]): Promise<LockedProduct[]> {
  const { rows } = await tx.execute<{ id: number; asin: string; stock: Stock; scannedAt: string | null }>(sql`
    select product_id as id, asin, stock, scanned_at::text as "scannedAt" from products
    where asin = any(${sql.param([...asins])}::text[]) order by asin for update`)
  return rows.map(({ scannedAt, ...row }) => ({
    ...row,
    scannedAt: scannedAt === null ? null : new Date(scannedAt),
  }))
}

/** An observed stock state of a product. */
export interface SeenStock {
  id: number
  stock: Stock
  seenAt: Date
}

/**
 * Stores each change as a history row, and the newest state and scan time in the product. A different state that a scan
 * has seen before is settled by that.
 */
export async function writeStocks(
  tx: Db,
  { changes, newest }: { changes: readonly SeenStock[]; newest: readonly SeenStock[] },
): Promise<void> {
  const seen = (rows: readonly SeenStock[]) => sql`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id integer, stock text, "seenAt" timestamptz)`
  await tx.execute(sql`
    insert into product_stocks (product_id, stock, created_at)
    select id, stock, "seenAt" from ${seen(changes)} order by "seenAt", id`)
  await tx.execute(sql`
    update products p set stock = t.stock, scanned_at = t."seenAt",
      stock_since = coalesce(c.since, p.stock_since, t."seenAt"), seen_stock = null, seen_at = null
    from ${seen(newest)} left join (select t.id, max(t."seenAt") as since from ${seen(changes)} group by t.id) c on c.id = t.id
    where p.product_id = t.id`)
}
