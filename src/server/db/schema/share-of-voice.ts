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
import type { ReportChoices, SurfacesView } from '#shared/features/share-of-voice/contract.ts'
import { keywords } from './keywords.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

export const publishers = pgTable(
  'publishers',
  {
    id: integer('publisher_id').primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    isOurs: boolean('is_ours').notNull(),
  },
  (table) => [uniqueIndex('publishers_name_key').on(table.name)],
)

export interface StoryItem {
  asin: string
  name: string
  award: string
  /** What stands below the award, where the marketplace says so. */
  subheader?: string
  blurb: string
}

/** So much of a story's address is looked up: more than a path of ours with its number has. */
export const ADDRESS_START = 100

/** The ASINs of a story's items, as an index knows them. */
export const storyAsins = (items: SQLWrapper) => sql`jsonb_path_query_array(${items}, '$[*].asin')`

/** What an article said: kept once, however many days and keywords it holds. */
export const stories = pgTable(
  'stories',
  {
    id: integer('story_id').primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of everything below, as hexadecimal digits. */
    fingerprint: text().notNull(),
    title: text().notNull(),
    publishedDate: text('published_date'),
    url: text(),
    items: jsonb().$type<StoryItem[]>().notNull(),
    /** No stat of a later day shows it, so that it goes when that day does. */
    lastDay: date('last_day').notNull(),
  },
  (table) => [
    uniqueIndex('stories_fingerprint_key').on(table.fingerprint),
    index('stories_last_day').on(table.lastDay),
    // The beginning alone: an address from elsewhere may be longer than an index takes.
    index('stories_asins').using('gin', storyAsins(table.items)),
    index('stories_address').on(sql`left(${table.url}, ${sql.raw(String(ADDRESS_START))}) text_pattern_ops`),
  ],
)

/** Who held a keyword on a day. A day without rows is a day without data. */
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
    isWinning: boolean('is_winning').notNull(),
    /** Of `stories`. No foreign key: an index as long as this table would only serve the removal of stories. */
    storyId: integer('story_id').notNull(),
  },
  (table) => [
    // Carries every column, so that a keyword's calendar is read from the index alone: see the migration.
    primaryKey({ columns: [table.keywordId, table.day, table.publisherId] }),
    uniqueIndex('stats_id_key').on(table.id),
    index('stats_day').using('brin', table.day),
  ],
)

/** How many keywords a publisher held on a day: counted with every write of `stats`. */
export const publisherDays = pgTable(
  'publisher_days',
  {
    day: date().notNull(),
    publisherId: integer('publisher_id')
      .notNull()
      .references(() => publishers.id),
    keywords: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.publisherId] })],
)

/**
 * How many of the keywords with a tag a publisher held on a day: kept by triggers on `stats` and on the tags of
 * `keywords`. Where the last of them lost the tag, it is 0. Without foreign keys: whoever writes it has them already.
 */
export const tagDays = pgTable(
  'tag_days',
  {
    tagId: integer('tag_id').notNull(),
    day: date().notNull(),
    publisherId: integer('publisher_id').notNull(),
    keywords: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tagId, table.day, table.publisherId] }),
    index('tag_days_day').using('brin', table.day),
  ],
)

const days = customType<{ data: string }>({ dataType: () => 'bit(128)' })
const NO_DAYS = sql`0::bit(128)`

/** How many of the days that end with `as_of` have data. */
const seenIn = (days: number) =>
  sql.raw(`bit_count(seen & ((~0::bit(128)) << ${128 - days} >> (last_day - as_of)))::smallint`)

/** One row per keyword with results: its days as bits, from which every share is counted. Made from `stats`. */
export const keywordDays = pgTable(
  'keyword_days',
  {
    keywordId: integer('keyword_id')
      .primaryKey()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    /** The day of the first bit; each bit after it is a day earlier. */
    lastDay: date('last_day').notNull(),
    /** Days with data. */
    seen: days().notNull().default(NO_DAYS),
    /** Days on which one of ours held it. */
    won: days().notNull().default(NO_DAYS),
    /** The day with which the shares below end. */
    asOf: date('as_of').notNull(),
    /** Percent of the days with data that were won, of the last 7, 30 and 90 days. */
    rate7: real('rate_7'),
    rate30: real('rate_30'),
    rate90: real('rate_90'),
    /** How many days with data those shares are of. */
    days7: smallint('days_7').generatedAlwaysAs(seenIn(7)),
    days30: smallint('days_30').generatedAlwaysAs(seenIn(30)),
    days90: smallint('days_90').generatedAlwaysAs(seenIn(90)),
    lastPublisherId: integer('last_publisher_id').references(() => publishers.id),
    lastIsWinning: boolean('last_is_winning').notNull().default(false),
    /** As in `keywords`, so that the shares of tracked ones are put in order from here alone; kept by triggers. */
    isTracked: boolean('is_tracked').notNull().default(true),
    /** The first day of those since which the same side holds it; null where the other side never did in these days. */
    movedOn: date('moved_on').generatedAlwaysAs(sql`moved_on(last_day, seen, won)`),
  },
  (table) => [
    // What moved, the latest first and what was lost before what was won.
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

/** How somebody likes to see the reports, where that is not what everybody does. */
export const reportChoices = pgTable('report_choices', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Rows on a page of Keyword Winners. */
  winnersSize: smallint('winners_size').$type<ReportChoices['winnersSize'] & number>(),
  /** How Products OOS is grouped. */
  oosGroup: text('oos_group').$type<ReportChoices['oosGroup'] & string>(),
  /** What Content Surfaces begins with. */
  surfacesView: text('surfaces_view').$type<SurfacesView>(),
})

/** The tracked keywords of the day that is being collected, and how far each is; they go when the next day begins. */
export const collectionItems = pgTable(
  'collection_items',
  {
    day: date().notNull(),
    keywordId: integer('keyword_id')
      .notNull()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    state: text().$type<'waiting' | 'done' | 'failed'>().notNull(),
    attempts: integer().notNull().default(0),
    /** Why the last try failed. */
    error: text(),
    /** Not looked up before that. */
    dueAt: moment('due_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.keywordId] }),
    // For the removal of keywords.
    index('collection_items_keyword').on(table.keywordId),
    index('collection_items_waiting').on(table.day, table.dueAt).where(sql`${table.state} = 'waiting'`),
  ],
)
