import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { moment } from './moment.ts'

/** Model of a keyword's demand in the largest market; the same on every machine. */
export interface DemandModel {
  /** Searches a week outside its season. */
  base: number
  /** Yearly growth, as a share. */
  growth: number
  /** ISO week of the season's peak, 1 to 52. */
  peak: number
  /** Height of the peak above the rest: 2 is three times as much. */
  strength: number
  /** Weeks from the peak until two fifths of its rise are gone. */
  width: number
  /** Units bought per hundred searches. */
  unitsPerHundred: number
  /** Price of those products, in US cents. */
  price: number
}

/**
 * A market's data about searches, one row per search and country: as much as filters and sorting need. The
 * index `market_keywords_ranked`, which only the migration defines, covers all filters next to the order by
 * score.
 */
export const marketKeywords = pgTable(
  'market_keywords',
  {
    id: integer('market_keyword_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Source of the data: `built-in`, `Jungle Scout`. */
    source: text().notNull(),
    country: text().$type<Country>().notNull(),
    name: text().notNull(),
    /** Two keywords with the same identity are equal (`keywordIdentity`). */
    identity: text().notNull(),
    /** As its market names it. */
    category: text().notNull(),
    /** Exact searches a month. */
    volume: integer().notNull(),
    /** Percent against the previous month; null if unknown. */
    monthlyTrend: real('monthly_trend'),
    /** Percent against the previous quarter; null if unknown. */
    quarterlyTrend: real('quarterly_trend'),
    /** Percent; null if unknown. */
    competition: smallint(),
    /** 0 to 100, among the keywords of this source and country. Recomputed for all of them together. */
    score: smallint().notNull().default(0),
    /** Units a month; null if unknown. */
    unitsSold: integer('units_sold'),
    /** Hundredths of the country's currency; null if unknown. */
    price: integer(),
    /** 1 to 5; null if unknown. */
    seasonality: smallint(),
    /** ISO week of the highest demand, 1 to 52; null if unknown. */
    peakWeek: smallint('peak_week'),
    /** 52 digits, one per ISO week: demand relative to the peak, in ninths; null if unknown. */
    demand: text(),
    /** The search names a leading brand. */
    isTopBrand: boolean('is_top_brand').notNull().default(false),
    /** Products among the results of this search. */
    asins: text().array().notNull().default(sql`'{}'::text[]`),
    /** Model of the built-in market's weekly figures; null for other sources. */
    model: jsonb().$type<DemandModel>(),
    readAt: moment('read_at').notNull(),
    /**
     * When products, seasons and units were read. They cost more, so they are read only for keywords that a
     * user views.
     */
    detailedAt: moment('detailed_at'),
    /** When a user last opened it; null if never. */
    openedAt: moment('opened_at'),
  },
  (table) => [
    uniqueIndex('market_keywords_identity').on(table.source, table.country, table.identity),
    index('market_keywords_opened')
      .on(table.source, table.openedAt)
      .where(sql`${table.openedAt} is not null`),
  ],
)

/** Products of a marketplace from imported files, one row per product and country. */
export const marketProducts = pgTable(
  'market_products',
  {
    country: text().$type<Country>().notNull(),
    asin: text().notNull(),
    name: text().notNull(),
    brand: text(),
    category: text(),
    imageUrl: text('image_url'),
    /** Hundredths of the country's currency; null if unknown, like all figures. */
    price: integer(),
    /** Tenths of a star, to 50. */
    rating: smallint(),
    /** Number of reviews. */
    reviews: integer(),
    /** Number of sellers. */
    sellers: integer(),
    /** Units in 30 days. */
    sales: integer(),
    /** In 30 days, in hundredths of the country's currency. */
    revenue: bigint({ mode: 'number' }),
    /** First day in the marketplace. */
    listedOn: date('listed_on'),
    isAvailable: boolean('is_available'),
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.country, table.asin] })],
)

/** Cached answer of a vendor to a paid call, with its date. */
export const marketAnswers = pgTable('market_answers', {
  /** The vendor and the call, without secrets. */
  question: text().primaryKey(),
  /** What the vendor answered, in its own shape. */
  answer: jsonb().notNull(),
  readAt: moment('read_at').notNull(),
})
