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
import type { Country } from '#shared/features/opportunities/rules.ts'
import { moment } from './moment.ts'

/** What the demand of a keyword follows, in the largest market; the same on every machine. */
export interface DemandModel {
  /** Searches a week outside of its season. */
  base: number
  /** How much more is searched for from year to year, as a share. */
  growth: number
  /** ISO week of the season's peak, 1 to 52. */
  peak: number
  /** How far the peak stands above the rest: 2 is three times as much. */
  strength: number
  /** Weeks from the peak until two fifths of its rise are gone. */
  width: number
  /** Units that are bought for a hundred searches. */
  unitsPerHundred: number
  /** Of what is bought, in hundredths of a US dollar. */
  price: number
}

/**
 * What a market is known to say of searches, a row for each in each country: as much as filters and sorts ask for.
 * `market_keywords_ranked`, which only the migration names, holds all that filters ask for beside the order by score.
 */
export const marketKeywords = pgTable(
  'market_keywords',
  {
    id: integer('market_keyword_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Who says so: `built-in`, `Jungle Scout`. */
    source: text().notNull(),
    country: text().$type<Country>().notNull(),
    name: text().notNull(),
    /** What makes two keywords the same (`keywordIdentity`). */
    identity: text().notNull(),
    category: text().notNull(),
    /** Exact searches a month. */
    volume: integer().notNull(),
    /** Percent against the month before, and the quarter before. */
    monthlyTrend: real('monthly_trend'),
    quarterlyTrend: real('quarterly_trend'),
    /** Percent. */
    competition: smallint(),
    /** 0 to 100, among the keywords of this source and country. */
    score: smallint().notNull().default(0),
    /** Units a month. */
    unitsSold: integer('units_sold'),
    /** Hundredths of the country's currency. */
    price: integer(),
    /** 1 to 5. */
    seasonality: smallint(),
    /** ISO week, 1 to 52. */
    peakWeek: smallint('peak_week'),
    /** 52 digits: how much of the peak's demand each ISO week has, in ninths. */
    demand: text(),
    /** The search names a brand that leads the market. */
    isTopBrand: boolean('is_top_brand').notNull().default(false),
    /** The products that share this search. */
    asins: text().array().notNull().default(sql`'{}'::text[]`),
    /** What the built-in market's weeks follow from. */
    model: jsonb().$type<DemandModel>(),
    readAt: moment('read_at').notNull(),
    /** When products, seasons and units were asked for; they cost more, and are asked for where somebody looks. */
    detailedAt: moment('detailed_at'),
    openedAt: moment('opened_at'),
  },
  (table) => [
    uniqueIndex('market_keywords_identity').on(table.source, table.country, table.identity),
    index('market_keywords_opened')
      .on(table.source, table.openedAt)
      .where(sql`${table.openedAt} is not null`),
  ],
)

/** Products of a marketplace as imported files describe them, a row for each in each country. */
export const marketProducts = pgTable(
  'market_products',
  {
    country: text().$type<Country>().notNull(),
    asin: text().notNull(),
    name: text().notNull(),
    brand: text(),
    category: text(),
    imageUrl: text('image_url'),
    /** Hundredths of the country's currency, like revenue. */
    price: integer(),
    /** Tenths of a star, to 50. */
    rating: smallint(),
    reviews: integer(),
    sellers: integer(),
    /** Units in 30 days. */
    sales: integer(),
    /** In 30 days. */
    revenue: bigint({ mode: 'number' }),
    listedOn: date('listed_on'),
    isAvailable: boolean('is_available'),
    readAt: moment('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.country, table.asin] })],
)

/** What a vendor has answered a question that costs money: it is told again for a while, with its date. */
export const marketAnswers = pgTable('market_answers', {
  /** The vendor and what it was asked; never anything secret. */
  question: text().primaryKey(),
  answer: jsonb().notNull(),
  readAt: moment('read_at').notNull(),
})
