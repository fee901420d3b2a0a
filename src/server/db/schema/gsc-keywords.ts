import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PostAction } from '#shared/features/posts/gsc-keywords/rules.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** Posts that the mismatch list leaves out. */
export const ignoredPosts = pgTable(
  'gsc_ignored_posts',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** Id of the post in the publishing system. */
    postId: text('post_id').notNull(),
    /** At that time. */
    title: text().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.postId] }),
    index('gsc_ignored_posts_created').on(table.createdAt.desc()),
  ],
)

/** Log of changes to posts' keywords and of ignored posts. */
export const keywordActions = pgTable(
  'gsc_keyword_actions',
  {
    id: integer('action_id').primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** Id of the post in the publishing system. */
    postId: text('post_id').notNull(),
    /** At that time. */
    title: text().notNull(),
    action: text().$type<PostAction>().notNull(),
    /** Focus keyword before; null without one. */
    keywordBefore: text('keyword_before'),
    /** Focus keyword after; null without one. */
    keywordAfter: text('keyword_after'),
    /** What the fields of its site held before; null if they were not read. */
    fieldsBefore: jsonb('fields_before').$type<Readonly<Record<string, string | null>>>(),
    /** `pending` while the site is written to. */
    state: text().$type<'pending' | 'done' | 'failed'>().notNull(),
    /** Display text of why it failed; null otherwise. */
    error: text(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('gsc_keyword_actions_created').on(table.createdAt.desc(), table.id.desc()),
    // Two people cannot change one post's keyword at the same time.
    uniqueIndex('gsc_keyword_actions_pending')
      .on(table.siteId, table.postId)
      .where(sql`${table.state} = 'pending'`),
  ],
)
