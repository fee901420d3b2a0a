import { and, eq, getTableColumns, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import type { Db } from '../../db/connect.ts'
import { marketProducts } from '../../db/schema/market.ts'
import type { FileProduct, MarketProduct } from './port.ts'

type MarketProductRow = typeof marketProducts.$inferSelect

const P = marketProducts
const HUNDREDTHS = 100

const presentProduct = ({ country: _country, readAt: _readAt, ...row }: MarketProductRow): MarketProduct => ({
  ...row,
  price: row.price === null ? null : row.price / HUNDREDTHS,
  revenue: row.revenue === null ? null : row.revenue / HUNDREDTHS,
  rating: row.rating === null ? null : row.rating / 10,
  isListingEstimated: false,
})

/** Imported products of a country with at least this many stars (of 5) and reviews. Unknown values pass. */
export async function findRatedProducts(
  db: Db,
  country: Country,
  least: { rating: number; reviews: number },
): Promise<MarketProduct[]> {
  const rows = await db
    .select()
    .from(P)
    .where(
      and(
        eq(P.country, country),
        or(isNull(P.rating), gte(P.rating, Math.ceil(least.rating * 10))),
        or(isNull(P.reviews), sql`${P.reviews} >= ${least.reviews}::numeric`),
      ),
    )
  return rows.map(presentProduct)
}

export async function findProductsByAsin(
  db: Db,
  country: Country,
  asins: readonly string[],
): Promise<MarketProduct[]> {
  if (asins.length === 0) return []
  const rows = await db
    .select()
    .from(P)
    .where(and(eq(P.country, country), inArray(P.asin, [...asins])))
  return rows.map(presentProduct)
}

export const countProducts = (db: Db): Promise<number> => db.$count(P)

const KEYS = ['country', 'asin']
const SAID = Object.entries(getTableColumns(P)).filter(([key]) => !KEYS.includes(key))

const inHundredths = (amount: number | null) => (amount === null ? null : Math.round(amount * HUNDREDTHS))

/** Upserts products, each once. Fields that a product does not contain keep their values. */
export async function saveProducts(db: Db, products: readonly FileProduct[]): Promise<void> {
  if (products.length === 0) return
  const rows = products.map((product) => ({
    ...product,
    price: inHundredths(product.price),
    revenue: inHundredths(product.revenue),
    rating: product.rating === null ? null : Math.round(product.rating * 10),
  }))
  const kept = ({ name }: { name: string }) => sql.raw(`coalesce(excluded.${name}, market_products.${name})`)
  await db
    .insert(P)
    .values(rows)
    .onConflictDoUpdate({
      target: [P.country, P.asin],
      set: Object.fromEntries(SAID.map(([key, column]) => [key, kept(column)])),
    })
}
