import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AdoptedOutcome } from '#shared/features/adoptions/rules.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** A run over the published posts of a site: over all of them, or over what is new of them. */
export const adoptions = pgTable(
  'adoptions',
  {
    id: integer('adoption_id').primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    kind: text().$type<'whole' | 'news'>().notNull(),
    state: text().$type<'listing' | 'reading' | 'finished' | 'stopped'>().notNull().default('listing'),
    /** Who asked for it; null where nobody of the workspace did. */
    userId: integer('user_id').references(() => users.id),
    /** Why it waits or was stopped, for people. */
    reason: text(),
    /** Since when posts have to be changed for a run over news; null where all are read. */
    since: moment('since'),
    /** How many pages of numbers are listed. */
    listed: integer().notNull().default(0),
    /** How many posts it is about, and how many of them it has behind it. */
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    /** Tries of the next posts that have failed. */
    attempts: smallint().notNull().default(0),
    /** How many of the next posts are asked for one by one: one of them is at fault. */
    alone: smallint().notNull().default(0),
    startedAt: moment('started_at').notNull(),
    /** When it last came on, by whomever. */
    touchedAt: moment('touched_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('adoptions_site').on(table.siteId, table.id),
    uniqueIndex('adoptions_running').on(table.siteId).where(sql`${table.endedAt} is null`),
  ],
)

/** What a run has read of each post, or is still to read; of a run over news only what was new. */
export const adoptedPosts = pgTable(
  'adopted_posts',
  {
    adoptionId: integer('adoption_id')
      .notNull()
      .references(() => adoptions.id, { onDelete: 'cascade' }),
    /** As the publishing system numbers it. */
    postId: integer('post_id').notNull(),
    /** Null as long as it waits. */
    outcome: text().$type<AdoptedOutcome>(),
    title: text().notNull().default(''),
    url: text().notNull().default(''),
    focusKeyword: text('focus_keyword').notNull().default(''),
    asins: text().array().notNull().default(sql`'{}'::text[]`),
    /** Why it was refused, or what else is to be said of it. */
    note: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.adoptionId, table.postId] }),
    index('adopted_posts_outcome').on(table.adoptionId, table.outcome, table.postId),
  ],
)
