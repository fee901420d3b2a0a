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
    /** From the newest recommendation that names it; empty if none does. */
    name: text().notNull().default(''),
    /** Null if unknown. */
    imageUrl: text('image_url'),
    stock: text().$type<Stock>().notNull().default('NOT_SCANNED'),
    /** Start of the current stock state; null if never scanned. */
    stockSince: moment('stock_since'),
    /** Time of the last answer about its stock; null if never scanned. */
    scannedAt: moment('scanned_at'),
    /** A different state that was seen but is not confirmed yet; null if there is none. */
    seenStock: text('seen_stock').$type<Stock>(),
    /** Since when that state was seen; null if there is none. */
    seenAt: moment('seen_at'),
    /** The newest award from an article (except drafts) or a post; maintained by triggers. */
    award: text().notNull().default(''),
    /**
     * Number of articles (except drafts) that recommend it, and of posts without an article; maintained by
     * triggers.
     */
    articleCount: integer('article_count').notNull().default(0),
    /**
     * Cents in the trailing 30 days over all posts; null if none were ever reported. Recomputed every hour
     * and with every import of earnings per product.
     */
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
    /** Hundredths of the currency. */
    cents: bigint({ mode: 'number' }).notNull(),
    /** For example `USD`. */
    currency: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.createdAt] })],
)

/**
 * Numbers of products per stock state. The sum of the rows counts: triggers on `products` add rows, so that
 * no two writers wait for each other, and now and then compact them.
 */
export const productCounts = pgTable('product_counts', {
  stock: text().$type<Stock>().notNull(),
  /** Number added; negative for a decrease. */
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
    /** `asked` for one that a user requested. */
    kind: text().$type<'daily' | 'between' | 'asked'>().notNull(),
    /** The day it belongs to, in the organization's time zone. */
    day: date().notNull(),
    /** The user who requested it; null for automatic scans. */
    userId: integer('user_id').references(() => users.id),
    /** What that user selected; null for automatic scans. */
    filter: jsonb().$type<ScanFilter>(),
    state: text().$type<'running' | 'finished' | 'stopped'>().notNull().default('running'),
    /** Display text of why it was stopped; null otherwise. */
    reason: text(),
    /** Products that it processes. */
    total: integer().notNull(),
    /** Products processed so far. */
    done: integer().notNull().default(0),
    /** Failed tries of the next ten. */
    attempts: integer().notNull().default(0),
    /** Products that the marketplace answered about. */
    scanned: integer().notNull().default(0),
    /** Products without an answer. */
    failed: integer().notNull().default(0),
    /** Products whose confirmed state became `OUT_OF_STOCK`. */
    wentOut: integer('went_out').notNull().default(0),
    /** Products whose confirmed state became `IN_STOCK` again. */
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
    /** Order of the scan, from 1. */
    place: integer().notNull(),
    /** Id in `products`, without a foreign key. */
    productId: integer('product_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.place] })],
)
