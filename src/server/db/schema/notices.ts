import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AlertAbout } from '#shared/features/ground/notices/rules.ts'
import { articles } from './articles.ts'
import { keywordComments, keywords } from './keywords.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Notices to users about events that concern their work. */
export const notices = pgTable(
  'notices',
  {
    id: integer('notice_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The user who is notified. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** A `NoticeKind`, for example `returned` or `mentioned`. */
    kind: text().notNull(),
    /** Null if it is not about an article. */
    articleId: integer('article_id').references(() => articles.id, { onDelete: 'cascade' }),
    /** The keyword whose comment mentions the user. */
    keywordId: integer('keyword_id').references(() => keywords.id, { onDelete: 'cascade' }),
    commentId: integer('comment_id').references(() => keywordComments.id, { onDelete: 'cascade' }),
    /** The user whose action it reports; null for the server. */
    actorId: integer('actor_id').references(() => users.id),
    /** What an alert rule has matched; null for other kinds. */
    about: jsonb().$type<AlertAbout>(),
    /** The reason, reply or comment that came with it; null for none. */
    words: text(),
    createdAt: moment('created_at').notNull(),
    /** Null while it is unread. */
    readAt: moment('read_at'),
  },
  (table) => [
    index('notices_user').on(table.userId, table.id),
    // For the removal of keywords.
    index('notices_keyword').on(table.keywordId).where(sql`${table.keywordId} is not null`),
    index('notices_unread').on(table.userId).where(sql`${table.readAt} is null`),
    // At most one notice per user and comment.
    uniqueIndex('notices_comment')
      .on(table.commentId, table.userId)
      .where(sql`${table.commentId} is not null`),
  ],
)
