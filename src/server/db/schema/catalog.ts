import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { CatalogItem } from '../../integrations/product-catalog/port.ts'
import { moment } from './moment.ts'

/** The goods of the built-in catalogue. Price and stock of a day follow from these and the date. */
export const catalogGoods = pgTable(
  'catalog_goods',
  {
    asin: text().primaryKey(),
    title: text().notNull(),
    brand: text().notNull(),
    /** From the broadest to the narrowest. */
    categories: jsonb().$type<string[]>().notNull(),
    features: jsonb().$type<string[]>().notNull(),
    info: jsonb().$type<Record<string, string>>().notNull(),
    imageUrl: text('image_url'),
    /** US cents. */
    listPrice: integer('list_price').notNull(),
    /** How often it sells out: days of 100. */
    outOfStockDays: integer('out_of_stock_days').notNull(),
    /** Tenths of a star, 10 to 50. */
    rating: integer().notNull(),
    reviewCount: integer('review_count').notNull(),
  },
  (table) => [index('catalog_goods_title').using('gin', table.title.op('gin_trgm_ops'))],
)

/**
 * The catalogue's last reading of an ASIN, with its time. A failed look-up keeps the reading and records the
 * failure.
 */
export const catalogReadings = pgTable(
  'catalog_readings',
  {
    asin: text().primaryKey(),
    /** What the catalogue said; null when it does not know the ASIN, or has not answered yet. */
    item: jsonb().$type<CatalogItem>(),
    /** The catalogue knows no such ASIN. */
    isInvalid: boolean('is_invalid').notNull().default(false),
    /** Time of the last answer; null before the first. */
    readAt: moment('read_at'),
    /** Time of the last failed look-up; null if none failed since the last answer. */
    failedAt: moment('failed_at'),
    /** Display text of that failure. */
    failure: text(),
  },
  // The narrowest category.
  (table) => [index('catalog_readings_shelf').on(sql`(${table.item} -> 'categories' ->> -1)`)],
)
