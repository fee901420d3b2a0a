import { asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type {
  CategoriesQuery,
  SaleCommission,
} from '#shared/features/products/commission-categories/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import { catalogReadings } from '../../../db/schema/catalog.ts'
import { commissionCategories } from '../../../db/schema/commission-categories.ts'
import { products } from '../../../db/schema/products.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import type { CategoryRow } from './store.ts'

/** A category, and our products in it. */
export interface FoundCategory extends CategoryRow {
  products: number
  /** Cents in 30 days; null if none were reported. */
  earnings: number | null
}

/** The narrowest shelf of each product that has a commission; `asins` narrows the products. */
const shelved = (asins?: readonly string[]) => sql`
  select distinct on (r.asin) r.asin, c.commission_category_id as category_id, c.name, c.rate
  from ${catalogReadings} r
    cross join lateral jsonb_array_elements_text(r.item->'categories') with ordinality as shelf(name, place)
    join ${commissionCategories} c on ${readingOrder(sql`c.name`)} = ${readingOrder(sql`shelf.name`)}
  where jsonb_typeof(r.item->'categories') = 'array'
    ${asins === undefined ? sql`` : sql`and r.asin = any(${sql.param([...asins])}::text[])`}
  order by r.asin, shelf.place desc`

interface Tally extends Record<string, unknown> {
  id: number
  products: number
  earnings: number | null
}

/** Number and earnings of our products in these categories. */
async function tallyOf(db: Db, ids: readonly number[]): Promise<Map<number, Tally>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<Tally>(sql`
    select s.category_id as id, count(*)::int as products, sum(p.earnings_30d)::bigint as earnings
    from (${shelved()}) s join ${products} p on p.asin = s.asin
    where s.category_id = any(${sql.param([...ids])}::int[]) group by 1`)
  return new Map(rows.map((row) => [row.id, row]))
}

async function withTallies(db: Db, rows: readonly CategoryRow[]): Promise<FoundCategory[]> {
  const tallies = await tallyOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { products: found = 0, earnings = null } = tallies.get(row.id) ?? {}
    return { ...row, products: found, earnings: earnings === null ? null : Number(earnings) }
  })
}

const COLUMNS = {
  name: readingOrder(commissionCategories.name),
  commission: commissionCategories.rate,
  commission_category_id: commissionCategories.id,
}

export async function listCategories(db: Db, { page, sort, sortOrder }: CategoriesQuery) {
  const order = sortOrder === 'asc' ? asc : desc
  const rows = await db
    .select()
    .from(commissionCategories)
    .orderBy(order(COLUMNS[sort]), asc(commissionCategories.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
  const [total] = await db.select({ count: count() }).from(commissionCategories)
  return { rows: await withTallies(db, rows), totalCount: total?.count ?? 0 }
}

export async function findCategory(db: Db, id: number): Promise<FoundCategory | undefined> {
  const rows = await db.select().from(commissionCategories).where(eq(commissionCategories.id, id))
  return (await withTallies(db, rows))[0]
}

/** The commissions of products, by ASIN, at the price that the catalogue said last; one whose shelf has none is missing. */
export async function commissionsOf(
  db: Db,
  asins: readonly string[],
): Promise<ReadonlyMap<string, SaleCommission>> {
  if (asins.length === 0) return new Map()
  const { rows } = await db.execute<{ asin: string; name: string; rate: number }>(shelved(asins))
  const readings = await db
    .select({ asin: catalogReadings.asin, item: catalogReadings.item })
    .from(catalogReadings)
    .where(inArray(catalogReadings.asin, [...asins]))
  const prices = new Map(readings.map(({ asin, item }) => [asin, item?.price ?? null]))
  return new Map(
    rows.map(({ asin, name, rate }) => {
      const price = prices.get(asin)
      const perSale = price?.currency === 'USD' ? (price.amount * rate) / 10_000 : null
      return [asin, { category: name, percent: rate / 100, per_sale: perSale }]
    }),
  )
}
