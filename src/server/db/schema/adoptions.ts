import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AdoptedOutcome } from '#shared/features/posts/adoptions/rules.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** A run over a site's published posts: all of them, or only new ones. */
export const adoptions = pgTable(
  'adoptions',
  {
    id: integer('adoption_id').primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** `whole` for all posts of the site, `news` for new ones only. */
    kind: text().$type<'whole' | 'news'>().notNull(),
    state: text().$type<'listing' | 'reading' | 'finished' | 'stopped'>().notNull().default('listing'),
    /** The user who requested it; null for automatic runs. */
    userId: integer('user_id').references(() => users.id),
    /** Display text of why it is waiting or was stopped. */
    reason: text(),
    /** For a run over news: posts changed since this moment; null for all posts. */
    since: moment('since'),
    /** Pages of ids listed so far. */
    listed: integer().notNull().default(0),
    /** Posts that it processes; grows while it lists. */
    total: integer().notNull().default(0),
    /** Posts processed so far. */
    done: integer().notNull().default(0),
    /** Failed tries of the next posts. */
    attempts: smallint().notNull().default(0),
    /** Number of next posts that are requested one by one to find the faulty one. */
    alone: smallint().notNull().default(0),
    startedAt: moment('started_at').notNull(),
    /** Time of the last progress. */
    touchedAt: moment('touched_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('adoptions_site').on(table.siteId, table.id),
    uniqueIndex('adoptions_running').on(table.siteId).where(sql`${table.endedAt} is null`),
  ],
)

/** A run's posts, read or waiting; for a run over news only the new ones. */
export const adoptedPosts = pgTable(
  'adopted_posts',
  {
    adoptionId: integer('adoption_id')
      .notNull()
      .references(() => adoptions.id, { onDelete: 'cascade' }),
    /** The id in the publishing system. */
    postId: integer('post_id').notNull(),
    /** Null while waiting. */
    outcome: text().$type<AdoptedOutcome>(),
    title: text().notNull().default(''),
    url: text().notNull().default(''),
    /** Empty without one, or while waiting. */
    focusKeyword: text('focus_keyword').notNull().default(''),
    /** Products that the post recommends, in order. */
    asins: text().array().notNull().default(sql`'{}'::text[]`),
    /** Why it was refused, or another remark. */
    note: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.adoptionId, table.postId] }),
    index('adopted_posts_outcome').on(table.adoptionId, table.outcome, table.postId),
  ],
)
