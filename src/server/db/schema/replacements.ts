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
import type { ArticleContent } from '#shared/features/articles/rules.ts'
import type { ReplacementPlaceState, ReplacementState } from '#shared/features/replacements/contract.ts'
import type { ExchangeMode } from '#shared/features/replacements/rules.ts'
import { articles } from './articles.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** One product in place of another, wherever articles recommend it: an action, and its undo. */
export const replacements = pgTable(
  'replacements',
  {
    id: integer('replacement_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    state: text().$type<ReplacementState>().notNull().default('prepared'),
    oldAsin: text('old_asin').notNull(),
    oldName: text('old_name').notNull(),
    newAsin: text('new_asin').notNull(),
    newName: text('new_name').notNull(),
    createdAt: moment('created_at').notNull(),
    appliedAt: moment('applied_at'),
    undoneAt: moment('undone_at'),
    /** On whose behalf it is carried out, or taken back. */
    actingId: integer('acting_id').references(() => users.id),
    /** The request in which that was asked for, and from where, for the trail. */
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

/** An article, or a post that was not written here, in which the old product stood when the set was frozen. */
export const replacementPlaces = pgTable(
  'replacement_places',
  {
    id: integer('replacement_place_id').primaryKey().generatedAlwaysAsIdentity(),
    replacementId: integer('replacement_id')
      .notNull()
      .references(() => replacements.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    state: text().$type<ReplacementPlaceState>().notNull(),
    reason: text(),
    articleId: integer('article_id').references(() => articles.id, { onDelete: 'set null' }),
    /** What the article was when the set was frozen: another version is somebody else's change. */
    version: integer(),
    status: text(),
    title: text().notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    url: text(),
    /** The post itself is changed, on its site (`replacement_markups`). */
    isLive: boolean('is_live').notNull().default(false),
    award: text().notNull(),
    mode: text().$type<ExchangeMode>(),
    /** All products of the article without the replacement and with it. */
    before: jsonb().$type<ArticleContent['products']>(),
    after: jsonb().$type<ArticleContent['products']>(),
    doubt: text(),
    mentions: jsonb().$type<string[]>().notNull().default([]),
    /**
     * The live post was begun to be written, and nobody knows yet what became of it; or that it was not kept stands in
     * the trail. Null where all that was written is known.
     */
    writing: text().$type<LiveWriting>(),
    /** How often the site, or the database, was asked for what is under way, in vain. */
    attempts: smallint().notNull().default(0),
    /** The article that was written: the same one, or the update of a published one. */
    resultId: integer('result_id').references(() => articles.id, { onDelete: 'set null' }),
    /** Its version as the replacement left it. */
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

/** What a live post said of its products when the set was frozen, and what it would say; kept as long as its replacement. */
export const replacementMarkups = pgTable(
  'replacement_markups',
  {
    placeId: integer('replacement_place_id').primaryKey(),
    contentPostId: integer('content_post_id').notNull(),
    /** As the publishing system numbers it. */
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
