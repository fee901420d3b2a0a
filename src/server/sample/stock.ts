import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { dayOf, isOutOfStock } from '#server/integrations/product-catalog/day-trade.ts'
import { type SampleGood, sampleGoods } from './goods.ts'
import { DAY, HOUR } from './moments.ts'
import { goneFor, isGone } from './tracked.ts'

/** How far back the sample knows what was in stock. */
const SEEN_DAYS = 90
/** At this hour of a day (UTC) somebody looked. */
const SEEN_AT = 6

type SampleStock = 'IN_STOCK' | 'OUT_OF_STOCK'

/** What is sold out for good was there before. */
function stockOn(good: SampleGood, day: number, today: number): SampleStock {
  if (isGone(good)) return today - day <= goneFor(good) ? 'OUT_OF_STOCK' : 'IN_STOCK'
  return isOutOfStock(good, day) ? 'OUT_OF_STOCK' : 'IN_STOCK'
}

/** Each change of a product's stock, the earliest first: as if it had been looked up every morning. */
export function stockChanges(good: SampleGood, now: Date): { stock: SampleStock; seenAt: Date }[] {
  const today = dayOf(new Date(now.getTime() - SEEN_AT * HOUR))
  const changes: { stock: SampleStock; seenAt: Date }[] = []
  for (let day = today - SEEN_DAYS; day <= today; day += 1) {
    const stock = stockOn(good, day, today)
    if (changes.at(-1)?.stock !== stock) changes.push({ stock, seenAt: new Date(day * DAY + SEEN_AT * HOUR) })
  }
  return changes
}

/** What is known of the stock of everything that is recommended. */
export async function insertStock(tx: Db, now: Date): Promise<void> {
  const goods = new Map(sampleGoods().map((good) => [good.asin, good]))
  const { rows } = await tx.execute<{ id: number; asin: string }>(
    sql`select product_id as id, asin from products order by product_id`,
  )
  const today = dayOf(new Date(now.getTime() - SEEN_AT * HOUR))
  const looked = rows.flatMap(({ id, asin }) => {
    const good = goods.get(asin)
    return good === undefined ? [] : [{ id, image: good.imageUrl, changes: stockChanges(good, now) }]
  })
  const history = looked.flatMap(({ id, changes }) => changes.map((change) => ({ id, ...change })))
  const newest = looked.flatMap(({ id, image, changes }) => {
    const last = changes.at(-1)
    return last === undefined ? [] : [{ id, image, ...last }]
  })
  await tx.execute(sql`insert into product_stocks (product_id, stock, created_at)
    select id, stock, "seenAt" from jsonb_to_recordset(${JSON.stringify(history)}::jsonb)
      as t (id integer, stock text, "seenAt" timestamptz) order by "seenAt", id`)
  await tx.execute(sql`update products p set stock = t.stock, stock_since = t."seenAt", image_url = t.image,
      scanned_at = ${new Date(today * DAY + SEEN_AT * HOUR).toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(newest)}::jsonb) as t (id integer, stock text, "seenAt" timestamptz, image text)
    where p.product_id = t.id`)
}
