import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ViewScreen } from '#shared/features/ground/saved-views/contract.ts'
import type {
  ChangeAction,
  ChangeState,
  RecordedChange,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

const numbers = (name: string) => integer(name).array().notNull().default(sql`'{}'::integer[]`)

/** Words that buyers search for, which we track or write for. */
export const keywords = pgTable(
  'keywords',
  {
    id: integer('keyword_id').primaryKey().generatedAlwaysAsIdentity(),
    /** As a user typed it, tidied. */
    keyword: text().notNull(),
    /** What makes two keywords the same: tidy, lower case. */
    identity: text().notNull(),
    /** Whether its winners are collected every day. */
    isTracked: boolean('is_tracked').notNull().default(true),
    /** Start of uninterrupted tracking; null if it is not tracked. */
    trackedSince: moment('tracked_since').defaultNow(),
    /** Ids of its tags, ascending; stored only here. */
    tagIds: numbers('tag_ids'),
    /** The sites it is meant for, ascending. */
    siteIds: numbers('site_ids'),
    /**
     * One bit per status that an article of it has (`article_status_bit`); drafts have none. Maintained by
     * triggers on articles.
     */
    articleStatuses: smallint('article_statuses').notNull().default(0),
    /** Incremented by a trigger with each change of its words, tags, sites or tracking. */
    version: integer().notNull().default(1),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('keywords_identity_key').on(table.identity),
    index('keywords_identity_trigram').using('gin', table.identity.op('gin_trgm_ops')),
    index('keywords_identity_prefix').on(table.identity.op('text_pattern_ops')),
    // The shortest first, for suggestions.
    index('keywords_length').on(sql`length(${table.identity})`, table.identity),
    index('keywords_created').on(table.createdAt, table.id),
    index('keywords_tracked').on(table.createdAt, table.id).where(sql`${table.isTracked}`),
    index('keywords_tracked_words').on(table.identity, table.id).where(sql`${table.isTracked}`),
    index('keywords_with_articles').on(table.createdAt, table.id).where(sql`${table.articleStatuses} <> 0`),
    index('keywords_tags').using('gin', table.tagIds),
    index('keywords_sites').using('gin', table.siteIds),
  ],
)

/** Labels by which analysts group keywords. */
export const tags = pgTable(
  'tags',
  {
    id: integer('tag_id').primaryKey().generatedAlwaysAsIdentity(),
    tag: text().notNull(),
  },
  (table) => [uniqueIndex('tags_tag_key').on(table.tag)],
)

/** What users say about a keyword. */
export const keywordComments = pgTable(
  'keyword_comments',
  {
    id: integer('comment_id').primaryKey().generatedAlwaysAsIdentity(),
    keywordId: integer('keyword_id')
      .notNull()
      .references(() => keywords.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** As it was typed, with a token for each mention. */
    comment: text().notNull(),
    /** The same as sanitised HTML, tokens still in it. */
    content: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Time of the last edit; null if it was never edited. */
    updatedAt: moment('updated_at'),
  },
  (table) => [index('keyword_comments_keyword').on(table.keywordId, table.id)],
)

/**
 * Numbers of keywords: of all, per tag and per site, tracked or not. The sum of the rows counts: triggers on
 * `keywords` add rows, so that no two writers wait for each other, and now and then compact them.
 */
export const keywordCounts = pgTable(
  'keyword_counts',
  {
    kind: text().$type<'all' | 'tag' | 'site'>().notNull(),
    /** The tag or the site; 0 where all are counted. */
    valueId: integer('value_id').notNull(),
    /** Whether it counts tracked keywords or the others. */
    isTracked: boolean('is_tracked').notNull(),
    /** Number added; negative for a decrease. */
    keywords: integer().notNull(),
  },
  (table) => [index('keyword_counts_value').on(table.kind, table.valueId)],
)

/**
 * A change of keywords by a user: a bulk action, frozen when it is prepared; an edit; an upload; or an undo
 * of these. An undo reverts only what was really changed.
 */
export const keywordChanges = pgTable(
  'keyword_changes',
  {
    id: integer('change_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    action: text().$type<ChangeAction>().notNull(),
    change: jsonb().$type<RecordedChange>().notNull(),
    /**
     * `prepared` until a user confirms it. While a job applies or undoes a large change: `applying`,
     * `undoing`.
     */
    state: text().$type<ChangeState>().notNull(),
    /** Number of keywords that the user chose, or that an upload contains. */
    selected: integer().notNull(),
    /** The keywords that the action would change; once it is applied, those that it changed. */
    keywordIds: numbers('keyword_ids'),
    /** Number of slices in which it is applied and undone. */
    slices: integer().notNull().default(1),
    /** Slices done so far; starts again with an undo. */
    slicesDone: integer('slices_done').notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    appliedAt: moment('applied_at'),
    undoneAt: moment('undone_at'),
    /** Number of keywords that it changed. Stays when the lists of them are deleted. */
    changed: integer().notNull().default(0),
    /** The change that this one undoes. Retention must delete this row first. */
    undoes: integer().references((): AnyPgColumn => keywordChanges.id, { onDelete: 'set null' }),
    /** What an undo needs was deleted, so it can no longer be undone. */
    isForgotten: boolean('is_forgotten').notNull().default(false),
  },
  (table) => [
    index('keyword_changes_user').on(table.userId, table.appliedAt.desc(), table.id.desc()),
    index('keyword_changes_applied').on(table.appliedAt.desc(), table.id.desc()),
    uniqueIndex('keyword_changes_undoes').on(table.undoes),
  ],
)

/** What can be different: a tag, a site, tracking, or whether the keyword is there. */
export type PartKind = 'tag' | 'site' | 'tracked' | 'keyword'

/**
 * Effects of an applied change per tag or site: the keywords that gained or lost it, or came with an upload.
 */
export const keywordChangeParts = pgTable(
  'keyword_change_parts',
  {
    changeId: integer('change_id')
      .notNull()
      .references(() => keywordChanges.id, { onDelete: 'cascade' }),
    /** The slice of the change, from 0. */
    slice: integer().notNull().default(0),
    /** Id of the tag or site; 0 for tracking or the keyword itself. */
    valueId: integer('value_id').notNull(),
    kind: text().$type<PartKind>().notNull(),
    /** Gained rather than lost. */
    isAdded: boolean('is_added').notNull(),
    /** The keywords that gained or lost it. */
    keywordIds: numbers('keyword_ids'),
    /** Where tracking ended: the former `tracked_since` of each keyword, in their order; null otherwise. */
    trackedSince: moment('tracked_since').array(),
  },
  (table) => [
    primaryKey({ columns: [table.changeId, table.slice, table.kind, table.valueId, table.isAdded] }),
    index('keyword_change_parts_value').on(table.kind, table.valueId, table.changeId),
  ],
)

/** The words that comparisons of articles leave out; tidy, lower case. */
export const excludedWords = pgTable('excluded_words', { word: text().primaryKey() })

/** Filters and sorting of a screen under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: integer('view_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    screen: text().$type<ViewScreen>().notNull(),
    name: text().notNull(),
    /** Query string of the screen's address. */
    search: text().notNull(),
    /** Whether all users see it, rather than its owner alone. */
    isTeam: boolean('is_team').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(table.userId, table.screen, sql`lower(${table.name})`),
    index('saved_views_team').on(table.screen).where(sql`${table.isTeam}`),
  ],
)

/** A user's start page, if it differs from the default: a screen, or one of its saved views. */
export const starts = pgTable('starts', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  screen: text().$type<'keywords' | 'pendingArticles'>().notNull(),
  /** Null for the screen without a view. */
  viewId: integer('view_id').references(() => savedViews.id, { onDelete: 'cascade' }),
})
