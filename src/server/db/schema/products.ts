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
import type { Stock } from '#shared/features/product-library/rules.ts'
import { readingOrder } from '../reading-order.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

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
    /** Another state that was seen and has not lasted yet, and since when; null where there is none. */
    seenStock: text('seen_stock').$type<Stock>(),
    seenAt: moment('seen_at'),
    /** The newest that an article or a post gave it, drafts left out; kept by triggers. */
    award: text().notNull().default(''),
    /** How many articles of ours recommend it, drafts left out, and posts that are no article of ours; kept by triggers. */
    articleCount: integer('article_count').notNull().default(0),
    /** In cents, of the trailing 30 days; null where none were ever told. */
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
    index('products_unsettled').on(table.seenAt).where(sql`${table.seenStock} is not null`),
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

/** What a product cost, where the marketplace lets prices be kept: a row for each change. */
export const productPrices = pgTable(
  'product_prices',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
    /** As `USD`. */
    currency: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.createdAt] })],
)

/** How many products there are in each state: rows that are added up, kept by triggers on `products`. */
export const productCounts = pgTable('product_counts', {
  stock: text().$type<Stock>().notNull(),
  products: integer().notNull(),
})

/** Which products somebody wants to have scanned. */
export interface ScanFilter {
  query: string
  stock: Stock | null
}

/** A round of questions to the catalogue: each day's, those in between, and what people ask for. */
export const stockScans = pgTable(
  'stock_scans',
  {
    id: integer('stock_scan_id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<'daily' | 'between' | 'asked'>().notNull(),
    /** The day that it belongs to, in the organisation's time zone. */
    day: date().notNull(),
    /** Who asked for it; null where nobody did. */
    userId: integer('user_id').references(() => users.id),
    filter: jsonb().$type<ScanFilter>(),
    state: text().$type<'running' | 'finished' | 'stopped'>().notNull().default('running'),
    /** Why it was stopped, for people. */
    reason: text(),
    /** How many products it is about, and how many of them it has behind it. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** Tries of the next ten that have failed. */
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

/** The products of a running scan, in the order in which they are asked for. */
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
