import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import { readingOrder } from '../sql/reading-order.ts'
import { stockOrder } from '../sql/stock-order.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/**
 * Products that an article or a tracked post recommends. Triggers add a product with its first
 * recommendation.
 */
export const products = pgTable(
  'products',
  {
    id: integer('product_id').primaryKey().generatedAlwaysAsIdentity(),
    asin: text().notNull(),
    name: text().notNull().default(''),
    imageUrl: text('image_url'),
    stock: text().$type<Stock>().notNull().default('NOT_SCANNED'),
    /** Start of the current stock state; null if never scanned. */
    stockSince: moment('stock_since'),
    scannedAt: moment('scanned_at'),
    /**
     * A different state that was seen but has not been confirmed yet, and since when; null if there is none.
     */
    seenStock: text('seen_stock').$type<Stock>(),
    seenAt: moment('seen_at'),
    /** The newest award from an article (except drafts) or a post; maintained by triggers. */
    award: text().notNull().default(''),
    /**
     * Number of articles (except drafts) that recommend it, and of posts without an article; maintained by
     * triggers.
     */
    articleCount: integer('article_count').notNull().default(0),
    /** Cents in the trailing 30 days; null if none were ever reported. */
    earnings30d: bigint('earnings_30d', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('products_asin_key').on(table.asin),
    index('products_stock').on(table.stock, table.id),
    index('products_stock_order').on(stockOrder(table.stock), table.asin),
    index('products_name_read').on(readingOrder(table.name), table.id),
    index('products_name').using('gin', table.name.op('gin_trgm_ops')),
    index('products_asin_part').using('gin', table.asin.op('gin_trgm_ops')),
    index('products_articles').on(table.articleCount, table.id),
    index('products_earnings').on(table.earnings30d.desc().nullsLast(), table.id),
    index('products_unsettled').on(table.seenAt).where(sql`${table.seenStock} is not null`),
    check(
      'products_stock_known',
      sql`${table.stock} in ('NOT_SCANNED', 'INVALID_ASIN', 'IN_STOCK', 'OUT_OF_STOCK')`,
    ),
  ],
)

/** Changes of a product's stock, with the time they were seen. */
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

/** Price history of a product, if the marketplace allows storing prices: one row per change. */
export const productPrices = pgTable(
  'product_prices',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
    /** For example `USD`. */
    currency: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.createdAt] })],
)

/** Number of products per state, as rows to be added up; maintained by triggers on `products`. */
export const productCounts = pgTable('product_counts', {
  stock: text().$type<Stock>().notNull(),
  products: integer().notNull(),
})

/** Selection of products to scan. */
export interface ScanFilter {
  query: string
  stock: Stock | null
}

/** A stock scan: the daily one, an extra one, or one that a user requested. */
export const stockScans = pgTable(
  'stock_scans',
  {
    id: integer('stock_scan_id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<'daily' | 'between' | 'asked'>().notNull(),
    /** The day it belongs to, in the organization's time zone. */
    day: date().notNull(),
    /** The user who requested it; null for automatic scans. */
    userId: integer('user_id').references(() => users.id),
    filter: jsonb().$type<ScanFilter>(),
    state: text().$type<'running' | 'finished' | 'stopped'>().notNull().default('running'),
    /** Display text of why it was stopped. */
    reason: text(),
    /** Number of products in total, and processed so far. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** Failed tries of the next ten. */
    attempts: integer().notNull().default(0),
    scanned: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    wentOut: integer('went_out').notNull().default(0),
    cameBack: integer('came_back').notNull().default(0),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('stock_scans_running').on(table.id).where(sql`${table.state} = 'running'`),
    index('stock_scans_day').on(table.kind, table.day),
  ],
)

/** The products of a running scan, in order. */
export const stockScanItems = pgTable(
  'stock_scan_items',
  {
    scanId: integer('stock_scan_id')
      .notNull()
      .references(() => stockScans.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    productId: integer('product_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.place] })],
)
