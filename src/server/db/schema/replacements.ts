import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ArticleContent } from '#shared/features/articles/articles/rules.ts'
import type {
  ReplacementPlaceState,
  ReplacementState,
} from '#shared/features/articles/replacements/contract.ts'
import type { ExchangeMode } from '#shared/features/articles/replacements/rules.ts'
import { articles } from './articles.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** Replacement of one product by another wherever articles recommend it, with its undo. */
export const replacements = pgTable(
  'replacements',
  {
    id: integer('replacement_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** `prepared` until a user confirms it; `applying` and `undoing` while a run is at work. */
    state: text().$type<ReplacementState>().notNull().default('prepared'),
    oldAsin: text('old_asin').notNull(),
    oldName: text('old_name').notNull(),
    newAsin: text('new_asin').notNull(),
    newName: text('new_name').notNull(),
    createdAt: moment('created_at').notNull(),
    appliedAt: moment('applied_at'),
    undoneAt: moment('undone_at'),
    /** The user on whose behalf it is carried out or undone; null until then. */
    actingId: integer('acting_id').references(() => users.id),
    /** Request id and address of that user's call, for the audit trail. */
    requestId: text('request_id'),
    address: text(),
  },
  (table) => [
    index('replacements_made').on(table.appliedAt, table.id),
    index('replacements_user').on(table.userId, table.appliedAt, table.id),
    index('replacements_old').on(table.oldAsin),
    check(
      'replacements_state_known',
      sql`${table.state} in ('prepared', 'applying', 'applied', 'undoing', 'undone')`,
    ),
  ],
)

/**
 * An article, or a post that was not written here, that contained the old product when the set was frozen.
 */
export const replacementPlaces = pgTable(
  'replacement_places',
  {
    id: integer('replacement_place_id').primaryKey().generatedAlwaysAsIdentity(),
    replacementId: integer('replacement_id')
      .notNull()
      .references(() => replacements.id, { onDelete: 'cascade' }),
    /** Order of the list, from 0. */
    position: smallint().notNull(),
    /**
     * `blocked`: cannot be chosen. `left`: not chosen. `changed`: edited before its turn. `taking-back`: an
     * undo is due. `stays`: edited since, so not undone.
     */
    state: text().$type<ReplacementPlaceState>().notNull(),
    /** Display text of why it is blocked, failed or changed; null otherwise. */
    reason: text(),
    articleId: integer('article_id').references(() => articles.id, { onDelete: 'set null' }),
    /**
     * The article's version when the set was frozen. Another version means that a user has edited it since.
     */
    version: integer(),
    /** The article's status when the set was frozen; null without an article. */
    status: text(),
    /** At that time. */
    title: text().notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** Address of the post at that time; null without one. */
    url: text(),
    /** The tracked post, if it was not written here; null for articles. */
    contentPostId: integer('content_post_id'),
    /** The live post itself is changed on its site (`replacement_markups`). */
    isLive: boolean('is_live').notNull().default(false),
    /** The award that the old product has there. */
    award: text().notNull(),
    /** `moveUp` if the article already recommends the new product, which then takes the old one's place. */
    mode: text().$type<ExchangeMode>(),
    /** All products of the article before the replacement; null if they were not read. */
    before: jsonb().$type<ArticleContent['products']>(),
    /** All products of the article after the replacement. */
    after: jsonb().$type<ArticleContent['products']>(),
    /** Why the award might not be true of the new product; null if it fits. */
    doubt: text(),
    /** Other mentions of the old product, which a user must rewrite. */
    mentions: jsonb().$type<string[]>().notNull().default([]),
    /** The user's words for sentences of a post that is edited on its site; empty words remove a sentence. */
    answers: jsonb().$type<{ sentence: string; words: string }[]>().notNull().default([]),
    /**
     * `begun`: writing the live post has begun and the outcome is unknown. `told`: the site did not keep the
     * text, and that was audited. Null if the outcome of every write is known.
     */
    writing: text().$type<LiveWriting>(),
    /** Failed tries of the current step. */
    attempts: smallint().notNull().default(0),
    /** The changed article: itself, or the update of a published one; null until then. */
    resultId: integer('result_id').references(() => articles.id, { onDelete: 'set null' }),
    /** Its version after the replacement. */
    resultVersion: integer('result_version'),
  },
  (table) => [
    uniqueIndex('replacement_places_position').on(table.replacementId, table.position),
    index('replacement_places_article').on(table.articleId),
    index('replacement_places_result').on(table.resultId),
    check('replacement_places_writing_known', sql`${table.writing} in ('begun', 'told')`),
  ],
)

export type LiveWriting = 'begun' | 'told'

/** Products in a live post when the set was frozen, and the planned text. Kept as long as the replacement. */
export const replacementMarkups = pgTable(
  'replacement_markups',
  {
    placeId: integer('replacement_place_id').primaryKey(),
    contentPostId: integer('content_post_id').notNull(),
    /** The id in the publishing system. */
    postId: integer('post_id').notNull(),
    before: jsonb().$type<StoredMarkup>().notNull(),
    after: jsonb().$type<StoredMarkup>().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'replacement_markups_place_fk',
      columns: [table.placeId],
      foreignColumns: [replacementPlaces.id],
    }).onDelete('cascade'),
  ],
)

interface StoredMarkup {
  content: string
  products: string | null
  structured: string | null
}
