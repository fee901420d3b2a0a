import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { readingOrder } from '../reading-order.ts'
import { moment } from './moment.ts'

type Stock = 'NOT_SCANNED' | 'INVALID_ASIN' | 'IN_STOCK' | 'OUT_OF_STOCK'

/** Every product that an article of ours or a followed post recommends: triggers add it when the first one does. */
export const products = pgTable(
  'products',
  {
    id: integer('product_id').primaryKey().generatedAlwaysAsIdentity(),
    asin: text().notNull(),
    name: text().notNull().default(''),
    imageUrl: text('image_url'),
    stock: text().$type<Stock>().notNull().default('NOT_SCANNED'),
    /** Since when it is in this state; null where it was never scanned. */
    stockSince: moment('stock_since'),
    scannedAt: moment('scanned_at'),
    /** The newest that an article or a post gave it. */
    award: text().notNull().default(''),
    /** How many articles of ours recommend it, and posts that are no article of ours; kept by triggers. */
    articleCount: integer('article_count').notNull().default(0),
    /** In cents, of the weeks that begin in the trailing 30 days; null where none were ever told. */
    earnings30d: bigint('earnings_30d', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('products_asin_key').on(table.asin),
    index('products_stock').on(table.stock, table.id),
    index('products_name_read').on(readingOrder(table.name), table.id),
    index('products_name').using('gin', table.name.op('gin_trgm_ops')),
    index('products_asin_part').using('gin', table.asin.op('gin_trgm_ops')),
    index('products_articles').on(table.articleCount, table.id),
    index('products_earnings').on(table.earnings30d.desc().nullsLast(), table.id),
    check(
      'products_stock_known',
      sql`${table.stock} in ('NOT_SCANNED', 'INVALID_ASIN', 'IN_STOCK', 'OUT_OF_STOCK')`,
    ),
  ],
)

/** Each change of a product's stock, and when it was seen. */
export const productStocks = pgTable(
  'product_stocks',
  {
    id: bigint('product_stock_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    stock: text().$type<Stock>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('product_stocks_product').on(table.productId, table.createdAt, table.id)],
)
