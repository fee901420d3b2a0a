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

/** Pages of sites that appeared in search results. */
export const searchPages = pgTable(
  'search_pages',
  {
    id: integer('page_id').primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** Normalized address (`pageKey`). */
    address: text().notNull(),
    /** The post that it shows; null if unknown. Recomputed with the totals of its site. */
    contentPostId: integer('content_post_id').references(() => contentPosts.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('search_pages_address_key').on(table.siteId, table.address),
    index('search_pages_post').on(table.contentPostId),
  ],
)

/** Search queries; two with the same identity are one. */
export const searchQueries = pgTable(
  'search_queries',
  {
    id: integer('query_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Normalized. */
    query: text().notNull(),
  },
  (table) => [uniqueIndex('search_queries_key').on(table.query)],
)

/**
 * Impressions and clicks of a page by query and day. There are no foreign keys, because they would cost as
 * much as the rows: every writer has written page and query before, and neither is deleted.
 */
export const searchRows = pgTable(
  'search_rows',
  {
    pageId: integer('page_id').notNull(),
    queryId: integer('query_id').notNull(),
    day: date().notNull(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    /** Mean position in the results, from 1. */
    position: real().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.pageId, table.queryId, table.day] }),
    // Days are written in order, so a BRIN index finds old ones without a full scan.
    index('search_rows_day').using('brin', table.day),
  ],
)

/** Days of a site that were read completely. */
export const searchDays = pgTable(
  'search_days',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** As the search console counts days. */
    day: date().notNull(),
    /** Number of rows of that day. */
    rows: integer().notNull(),
    readAt: moment('read_at').notNull(),
    /** Generated for the sample; deleted with the first day read from a real system. */
    isInvented: boolean('is_invented').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.day] })],
)

/** `search_rows` added up per period and post. Recomputed for a site when days of it are read. */
export const searchTotals = pgTable(
  'search_totals',
  {
    contentPostId: integer('content_post_id').notNull(),
    /** In days, up to the newest day of the site with data. */
    period: smallint().notNull(),
    queryId: integer('query_id').notNull(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    /** Mean position in the results, from 1, weighted by impressions. */
    position: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentPostId, table.period, table.queryId] })],
)

/** The query of each post and period with the most clicks: a row of `search_totals`, recomputed with it. */
export const searchBest = pgTable(
  'search_best',
  {
    contentPostId: integer('content_post_id').notNull(),
    /** As in `search_totals`. */
    period: smallint().notNull(),
    /** Site of the post. */
    siteId: integer('site_id').notNull(),
    query: text().notNull(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    /** As in `search_totals`. */
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
 * `search_totals` of all posts by query, recomputed after them, and the posts that compete for it
 * (`RIVALRY`), the one with the strongest claim first.
 */
export const searchQueryTotals = pgTable(
  'search_query_totals',
  {
    /** As in `search_totals`. */
    period: smallint().notNull(),
    queryId: integer('query_id').notNull(),
    clicks: integer().notNull(),
    impressions: integer().notNull(),
    /** As in `search_totals`, over all posts. */
    position: real().notNull(),
    /** The query contains the name of one of our sites. */
    isNamed: boolean('is_named').notNull(),
    /** Number of our posts that it shows. */
    posts: integer().notNull(),
    /** The post with the most clicks. */
    bestPostId: integer('best_post_id').notNull(),
    /** Ids of the competing posts, never a single one; null if none compete. */
    rivals: integer().array(),
    /** Their sites, each once; null if none compete. */
    rivalSites: integer('rival_sites').array(),
    /** Share of the rivals' clicks that the strongest one gets; null without clicks. */
    strongest: real(),
    /**
     * Extra clicks that the first rival would have got, had it been shown whenever another was; null if none
     * compete.
     */
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

/** Model of the built-in search data, from which its days are generated. */
export const inventedSearches = pgTable(
  'invented_searches',
  {
    pageId: integer('page_id')
      .notNull()
      .references(() => searchPages.id),
    queryId: integer('query_id')
      .notNull()
      .references(() => searchQueries.id),
    /** Impressions on a typical day, a year ago. */
    daily: real().notNull(),
    /** Growth within the year, as a share. */
    growth: real().notNull(),
    /** Month with the most searches, 1 to 12. */
    peak: smallint().notNull(),
    /** Position in the results now. */
    position: real().notNull(),
    /** Position in the results a year ago. */
    positionBefore: real('position_before').notNull(),
    /** Click rate, as a share. */
    ctr: real().notNull(),
    /** Number of pages that alternate for the query, a fortnight each. */
    rivals: smallint().notNull().default(1),
    /** This page's place among them, from 0. */
    turn: smallint().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.pageId, table.queryId] })],
)
