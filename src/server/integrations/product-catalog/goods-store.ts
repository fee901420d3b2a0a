import { and, asc, count, desc, gte, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { catalogGoods } from '../../db/schema/catalog.ts'

export type Good = typeof catalogGoods.$inferSelect
export type NewGood = typeof catalogGoods.$inferInsert

/** PostgreSQL takes 65,535 parameters per statement, and a row has ten. */
const ROWS_PER_INSERT = 2000

export async function findGoods(db: Db, asins: readonly string[]): Promise<Good[]> {
  if (asins.length === 0) return []
  return db
    .select()
    .from(catalogGoods)
    .where(inArray(catalogGoods.asin, [...asins]))
}

/** Goods whose title, brand or narrowest category has every one of these words, or words that begin so; the title most alike first. */
export async function searchGoods(db: Db, words: readonly string[], most: number): Promise<Good[]> {
  const { asin, title, brand, categories } = catalogGoods
  const said = sql`(${title} || ' ' || ${brand} || ' ' || (${categories} ->> -1))`
  const beginning = words.map((word) => `(^|[^[:alnum:]])${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`)
  return db
    .select()
    .from(catalogGoods)
    .where(and(...beginning.map((pattern) => sql`${said} ~* ${pattern}`)))
    .orderBy(desc(sql`similarity(${title}, ${words.join(' ')})`), asc(asin))
    .limit(most)
}

/** Names and descriptions of all products. */
export async function listGoods(db: Db): Promise<Pick<Good, 'asin' | 'title' | 'categories' | 'features'>[]> {
  const { asin, title, categories, features } = catalogGoods
  return db.select({ asin, title, categories, features }).from(catalogGoods)
}

/** Goods with at least so many stars, of 5, by at least so many people. */
export async function findRatedGoods(db: Db, least: { rating: number; reviews: number }): Promise<Good[]> {
  const { rating, reviewCount, asin } = catalogGoods
  return db
    .select()
    .from(catalogGoods)
    .where(and(gte(rating, Math.ceil(least.rating * 10)), sql`${reviewCount} >= ${least.reviews}::numeric`))
    .orderBy(asc(asin))
}

export async function countGoods(db: Db): Promise<number> {
  const [row] = await db.select({ goods: count() }).from(catalogGoods)
  return row?.goods ?? 0
}

/** Adds goods; those that are there already stay as they are. */
export async function insertGoods(db: Db, goods: readonly NewGood[]): Promise<void> {
  for (let from = 0; from < goods.length; from += ROWS_PER_INSERT) {
    await db
      .insert(catalogGoods)
      .values(goods.slice(from, from + ROWS_PER_INSERT))
      .onConflictDoNothing()
  }
}
