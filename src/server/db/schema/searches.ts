import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { contentPosts } from './content.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'

/** The pages of sites that people found by searching. */
export const searchPages = pgTable(
  'search_pages',
  {
    id: integer('page_id').primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** Without what makes no difference to which page it is (`pageKey`). */
    address: text().notNull(),
    /** The post that it shows, as far as it is known. */
    contentPostId: integer('content_post_id').references(() => contentPosts.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('search_pages_address_key').on(table.siteId, table.address),
    index('search_pages_post').on(table.contentPostId),
  ],
)

/** What people searched for, as two of one identity are one. */
export const searchQueries = pgTable(
  'search_queries',
  {
    id: integer('query_id').primaryKey().generatedAlwaysAsIdentity(),
    query: text().notNull(),
  },
  (table) => [uniqueIndex('search_queries_key').on(table.query)],
)

/**
 * How often a page was seen and opened by a search on a day. Without foreign keys, which would cost as much as the
 * rows: whoever writes them has written page and query before, and neither is deleted.
 */
export const searchRows = pgTable(
  'search_rows',
  {
    pageId: integer('page_id').notNull(),
    queryId: integer('query_id').notNull(),
    day: date().notNull(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    /** The mean place in results, from 1 on. */
    position: real().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.pageId, table.queryId, table.day] }),
    // Days are written one after the other, so that old ones are found without looking at all of them.
    index('search_rows_day').using('brin', table.day),
  ],
)

/** The days of a site that were read as a whole. */
export const searchDays = pgTable(
  'search_days',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    day: date().notNull(),
    rows: integer().notNull(),
    readAt: moment('read_at').notNull(),
    /** It was made up for the sample: it goes with the first day that is read from a real system. */
    isInvented: boolean('is_invented').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day] })],
)

/** `search_rows` added up for each period and post, kept with every day that is read. */
export const searchTotals = pgTable(
  'search_totals',
  {
    contentPostId: integer('content_post_id').notNull(),
    /** Days. */
    period: smallint().notNull(),
    queryId: integer('query_id').notNull(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    position: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentPostId, table.period, table.queryId] })],
)

/** The best query of each post and period: a row of `search_totals`, kept with it. */
export const searchBest = pgTable(
  'search_best',
  {
    contentPostId: integer('content_post_id').notNull(),
    period: smallint().notNull(),
    siteId: integer('site_id').notNull(),
    query: text().notNull(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    position: real().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.period, table.contentPostId] }),
    index('search_best_clicks')
      .on(table.period, table.clicks.desc(), table.contentPostId)
      .where(sql`${table.clicks} > 0`),
  ],
)

/**
 * `search_totals` of all posts together, by query, kept with them; and the posts that take it from each other
 * (`RIVALRY`), the one that had best keep it first. Fewer than two of them are none.
 */
export const searchQueryTotals = pgTable(
  'search_query_totals',
  {
    period: smallint().notNull(),
    queryId: integer('query_id').notNull(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    position: real().notNull(),
    /** It has the name of one of our sites in it. */
    isNamed: boolean('is_named').notNull(),
    /** By how many posts people see us. */
    posts: integer().notNull(),
    /** The one of them that most people open. */
    bestPostId: integer('best_post_id').notNull(),
    /** Numbers of posts. */
    rivals: integer().array(),
    /** The sites of these, each once. */
    rivalSites: integer('rival_sites').array(),
    /** Of the rivals' clicks, the share of the one that has most; null where nobody clicked. */
    strongest: real(),
    /** Clicks that the first rival would have brought besides, if it had been shown whenever another was. */
    lost: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.period, table.queryId] }),
    index('search_query_totals_seen').on(table.period, table.impressions.desc(), table.queryId),
    index('search_query_totals_lost')
      .on(table.period, table.lost.desc(), table.queryId)
      .where(sql`${table.rivals} is not null`),
  ],
)

/** What the built-in searches follow from: how often people look for what, and find a page by it. */
export const inventedSearches = pgTable(
  'invented_searches',
  {
    pageId: integer('page_id')
      .notNull()
      .references(() => searchPages.id),
    queryId: integer('query_id')
      .notNull()
      .references(() => searchQueries.id),
    /** Impressions on a usual day, a year ago. */
    daily: real().notNull(),
    /** How much of the usual it has grown in the year, as a share. */
    growth: real().notNull(),
    /** The month in which most people look for it. */
    peak: smallint().notNull(),
    /** The place in results now, and a year ago. */
    position: real().notNull(),
    positionBefore: real('position_before').notNull(),
    /** Clicks of an impression, as a share. */
    ctr: real().notNull(),
    /** So many pages are shown for the query by turns, a fortnight each, and which of them this one is, from 0 on. */
    rivals: smallint().notNull().default(1),
    turn: smallint().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.queryId] })],
)
