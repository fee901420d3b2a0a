import { type SQL, sql } from 'drizzle-orm'
import { SETTLED_AFTER_MS, type Stock } from '#shared/features/products/product-library/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'
import { emitEvent } from '../../../security/events.ts'

/** What a catalogue says of an ASIN; without an item it knows no such product. */
export interface StockReading {
  asin: string
  item: CatalogItem | null
}

/** Changes found by a scan. */
export interface StockNews {
  wentOut: number
  cameBack: number
}

const stockOf = ({ item }: StockReading): Stock => (item === null ? 'INVALID_ASIN' : item.stock)
/** An unknown stock value does not count as a state. */
export const isVerified = ({ item }: StockReading) => item?.isUnverified !== true
const centsOf = ({ item }: StockReading) => (item?.price ? Math.round(item.price.amount * 100) : null)

const texts = (values: readonly (string | null)[]) => sql`${sql.param([...values])}::text[]`

function toldOf(readings: readonly StockReading[]): SQL {
  return sql`select * from unnest(${texts(readings.map(({ asin }) => asin))}, ${texts(readings.map(stockOf))},
    ${texts(readings.map(({ item }) => item?.title ?? ''))}) t(asin, stock, title)`
}

/** Prices that differ from the one before. */
async function recordPrices(tx: Db, readings: readonly StockReading[], readAt: SQL): Promise<void> {
  const priced = readings.filter((reading) => centsOf(reading) !== null)
  if (priced.length === 0) return
  await tx.execute(sql`
    insert into product_prices (product_id, created_at, cents, currency)
    select p.product_id, ${readAt}, t.cents, t.currency
    from unnest(${texts(priced.map(({ asin }) => asin))}, ${sql.param(priced.map(centsOf))}::bigint[],
      ${texts(priced.map(({ item }) => item?.price?.currency ?? ''))}) t(asin, cents, currency)
    join products p using (asin)
    left join lateral (
      select cents, currency, created_at from product_prices l
      where l.product_id = p.product_id order by created_at desc limit 1) l on true
    where (t.cents, t.currency) is distinct from (l.cents, l.currency)
      and (l.created_at is null or l.created_at < ${readAt})
    on conflict do nothing`)
}

/** A product whose state has changed for good. */
interface Settled extends Record<string, unknown> {
  id: number
  label: string
  is_back: boolean
}

async function tellSettled(tx: Db, settled: readonly Settled[]): Promise<void> {
  for (const { id, label, is_back: isBack } of settled)
    await emitEvent(tx, {
      type: isBack ? 'product.back_in_stock' : 'product.out_of_stock',
      ...{ subjectId: String(id), label, job: 'product-library.scan-stock' },
    })
}

/**
 * Stores the catalogue's readings of products. The first state of a product counts immediately. A different
 * state is only noted, and becomes the state, with a history row, once it was seen again after
 * `SETTLED_AFTER_MS`. Ignores readings older than the known ones, and ASINs without a product.
 */
export async function updateStocks(
  tx: Db,
  told: readonly StockReading[],
  { readAt, keepsPrices }: { readAt: Date; keepsPrices: boolean },
): Promise<StockNews> {
  const readings = told.filter(isVerified)
  if (readings.length === 0) return { wentOut: 0, cameBack: 0 }
  const at = sql`${readAt.toISOString()}::timestamptz`
  const { rows } = await tx.execute<Settled>(sql`
    with known as (
      select p.product_id, p.stock as was, t.stock as told, t.title,
        case when p.stock = t.stock then 'same'
          when p.stock = 'NOT_SCANNED' then 'first'
          when p.seen_stock = t.stock then
            case when p.seen_at <= ${at} - ${SETTLED_AFTER_MS}::int * interval '1 millisecond' then 'settled' else 'waits' end
          else 'seen' end as verdict
      from products p join (${toldOf(readings)}) t using (asin)
      where p.scanned_at is null or p.scanned_at <= ${at}
      order by p.asin for no key update of p
    ), changed as (
      update products p set
        scanned_at = ${at},
        stock = case when k.verdict in ('first', 'settled') then k.told else p.stock end,
        stock_since = case k.verdict when 'first' then ${at} when 'settled' then p.seen_at else p.stock_since end,
        seen_stock = case when k.verdict in ('seen', 'waits') then k.told end,
        seen_at = case k.verdict when 'seen' then ${at} when 'waits' then p.seen_at end,
        name = case when p.name = '' then k.title else p.name end
      from known k where k.product_id = p.product_id
      returning p.product_id, k.was, p.name, p.asin, p.stock, p.stock_since, k.verdict
    ), written as (
      insert into product_stocks (product_id, stock, created_at)
      select product_id, stock, stock_since from changed where verdict in ('first', 'settled') order by product_id
    )
    select product_id as id, coalesce(nullif(name, ''), asin) as label, stock = 'IN_STOCK' as is_back
    from changed where verdict = 'settled' and stock in ('IN_STOCK', 'OUT_OF_STOCK') order by product_id`)
  if (keepsPrices) await recordPrices(tx, readings, at)
  await tellSettled(tx, rows)
  const cameBack = rows.filter(({ is_back: isBack }) => isBack).length
  return { wentOut: rows.length - cameBack, cameBack }
}
