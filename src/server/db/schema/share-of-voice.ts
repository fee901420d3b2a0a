import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
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
import type { ReportChoices, SurfacesView } from '#shared/features/market/share-of-voice/contract.ts'
import { keywords } from './keywords.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Publishers whose articles win keywords on the marketplace, ours among them. */
export const publishers = pgTable(
  'publishers',
  {
    id: integer('publisher_id').primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** Whether it is one of our sites, as last reported. */
    isOurs: boolean('is_ours').notNull(),
  },
  (table) => [uniqueIndex('publishers_name_key').on(table.name)],
)

export interface StoryItem {
  asin: string
  name: string
  award: string
  /** Text below the award, if the marketplace shows one. */
  subheader?: string
  blurb: string
}

/** Indexed length of a story's address: longer than any of our paths including the id. */
export const ADDRESS_START = 100

/** The ASINs of a story's items, as indexed. */
export const storyAsins = (items: SQLWrapper) => sql`jsonb_path_query_array(${items}, '$[*].asin')`

/** Content of an article, stored once for all the days and keywords it wins. */
export const stories = pgTable(
  'stories',
  {
    id: integer('story_id').primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of all fields below, in hexadecimal. */
    fingerprint: text().notNull(),
    title: text().notNull(),
    /** In the publisher's own format; null if unknown. */
    publishedDate: text('published_date'),
    /** Address or path on the marketplace; null if unknown. */
    url: text(),
    /** The products that it recommends, in order. */
    items: jsonb().$type<StoryItem[]>().notNull(),
    /** The last day with a stat of this story. The story is deleted together with that day. */
    lastDay: date('last_day').notNull(),
  },
  (table) => [
    uniqueIndex('stories_fingerprint_key').on(table.fingerprint),
    index('stories_last_day').on(table.lastDay),
    // Only the beginning: an external address may be longer than an index entry allows.
    index('stories_asins').using('gin', storyAsins(table.items)),
    index('stories_address').on(sql`left(${table.url}, ${sql.raw(String(ADDRESS_START))}) text_pattern_ops`),
  ],
)

/** The holders of a keyword per day. A day without rows is a day without data. */
export const stats = pgTable(
  'stats',
  {
    id: bigint('stat_id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    keywordId: integer('keyword_id')
      .notNull()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    publisherId: integer('publisher_id')
      .notNull()
      .references(() => publishers.id),
    /** True if this row counts as a win for us; may be false for one of our own publishers. */
    isWinning: boolean('is_winning').notNull(),
    /**
     * References `stories`. No foreign key: an index as long as this table would only serve the removal of
     * stories.
     */
    storyId: integer('story_id').notNull(),
  },
  (table) => [
    // Covers every column, so that a keyword's calendar is read from the index alone; see the migration.
    primaryKey({ columns: [table.keywordId, table.day, table.publisherId] }),
    uniqueIndex('stats_id_key').on(table.id),
    index('stats_day').using('brin', table.day),
  ],
)

/** Number of keywords that a publisher held on a day, updated with every write of `stats`. */
export const publisherDays = pgTable(
  'publisher_days',
  {
    day: date().notNull(),
    publisherId: integer('publisher_id')
      .notNull()
      .references(() => publishers.id),
    /** Number of keywords. */
    keywords: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.publisherId] })],
)

/**
 * Number of keywords with a tag that a publisher held on a day. Maintained by triggers on `stats` and on the
 * tags of `keywords`; 0 once the last of them lost the tag. There are no foreign keys, because every writer
 * has already read the rows.
 */
export const tagDays = pgTable(
  'tag_days',
  {
    tagId: integer('tag_id').notNull(),
    day: date().notNull(),
    publisherId: integer('publisher_id').notNull(),
    /** Number of keywords. */
    keywords: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tagId, table.day, table.publisherId] }),
    index('tag_days_day').using('brin', table.day),
  ],
)

const days = customType<{ data: string }>({ dataType: () => 'bit(128)' })
const NO_DAYS = sql`0::bit(128)`

/** Number of days with data among the `days` days up to `as_of`. */
const seenIn = (days: number) =>
  sql.raw(`bit_count(seen & ((~0::bit(128)) << ${128 - days} >> (last_day - as_of)))::smallint`)

/**
 * One row per keyword with results: its days as bits, the source of every share. Rebuilt from `stats`
 * whenever they are written.
 */
export const keywordDays = pgTable(
  'keyword_days',
  {
    keywordId: integer('keyword_id')
      .primaryKey()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    /** The day of the first bit. Each further bit is one day earlier. */
    lastDay: date('last_day').notNull(),
    /** Days with data: one bit a day, `last_day` first. */
    seen: days().notNull().default(NO_DAYS),
    /** Days on which one of our sites held it, in the same bits. */
    won: days().notNull().default(NO_DAYS),
    /** Last day of the shares below, which are recomputed every day. */
    asOf: date('as_of').notNull(),
    /** Percent of the last 7 days with data that were won; null without data. */
    rate7: real('rate_7'),
    /** The same for 30 days. */
    rate30: real('rate_30'),
    /** The same for 90 days. */
    rate90: real('rate_90'),
    /** Number of days with data among the last 7. */
    days7: smallint('days_7').generatedAlwaysAs(seenIn(7)),
    /** The same for 30 days. */
    days30: smallint('days_30').generatedAlwaysAs(seenIn(30)),
    /** The same for 90 days. */
    days90: smallint('days_90').generatedAlwaysAs(seenIn(90)),
    /** The holder on `last_day`; one that held it for us, if any did. */
    lastPublisherId: integer('last_publisher_id').references(() => publishers.id),
    /** `is_winning` of that holder in `stats`. */
    lastIsWinning: boolean('last_is_winning').notNull().default(false),
    /**
     * Copy of the column in `keywords`, so that the shares of tracked keywords can be sorted from here alone;
     * maintained by triggers.
     */
    isTracked: boolean('is_tracked').notNull().default(true),
    /** First day of the current streak, ours or the competitors'; null if the other side never held it in these days. */
    movedOn: date('moved_on').generatedAlwaysAs(sql`moved_on(last_day, seen, won)`),
  },
  (table) => [
    // Moves, newest first; losses before wins.
    index('keyword_days_moved')
      .on(table.movedOn.desc(), table.lastIsWinning, table.rate30.desc().nullsLast(), table.keywordId)
      .where(sql`${table.isTracked} and ${table.movedOn} is not null`),
    index('keyword_days_rank_7').on(
      table.rate7.desc().nullsLast(),
      table.keywordId,
      table.isTracked,
      table.days7,
    ),
    index('keyword_days_rank_30').on(
      table.rate30.desc().nullsLast(),
      table.keywordId,
      table.isTracked,
      table.days30,
    ),
    index('keyword_days_rank_90').on(
      table.rate90.desc().nullsLast(),
      table.keywordId,
      table.isTracked,
      table.days90,
    ),
    index('keyword_days_as_of').using('brin', table.asOf),
  ],
)

/** A user's display settings for reports, where they differ from the defaults. */
export const reportChoices = pgTable('report_choices', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Rows per page of Keyword Winners. */
  winnersSize: smallint('winners_size').$type<ReportChoices['winners_size'] & number>(),
  /** Grouping of Products OOS. */
  oosGroup: text('oos_group').$type<ReportChoices['oos_group'] & string>(),
  /** Initial view of Content Surfaces. */
  surfacesView: text('surfaces_view').$type<SurfacesView>(),
})

/**
 * The tracked keywords of the day that is being collected, and their progress. Deleted when the next day
 * begins.
 */
export const collectionItems = pgTable(
  'collection_items',
  {
    day: date().notNull(),
    keywordId: integer('keyword_id')
      .notNull()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    state: text().$type<'waiting' | 'done' | 'failed'>().notNull(),
    /** Failed tries. */
    attempts: integer().notNull().default(0),
    /** Error of the last try; null if it has not failed. */
    error: text(),
    /** Earliest time of the next try. */
    dueAt: moment('due_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.keywordId] }),
    // For deleting keywords.
    index('collection_items_keyword').on(table.keywordId),
    index('collection_items_waiting').on(table.day, table.dueAt).where(sql`${table.state} = 'waiting'`),
  ],
)
