import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { NoticeWay } from '#shared/features/ground/notices/form.ts'
import type { AlertAbout, ChosenGroup } from '#shared/features/ground/notices/rules.ts'
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
    /** Null if it was not mailed, alone or in a digest. */
    mailedAt: moment('mailed_at'),
    /** The user has switched these notices off: it counts as read and is not listed. */
    isOff: boolean('is_off').notNull().default(false),
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

/** What users have chosen for groups of notices; without a row, the flag NOTICE_MAILS decides. */
export const noticeChoices = pgTable(
  'notice_choices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    group: text('notice_group').$type<ChosenGroup>().notNull(),
    way: text().$type<NoticeWay>().notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.group] }),
    check('notice_choices_way', sql`${table.way} in ('bell', 'mail', 'digest', 'off')`),
  ],
)

/** When users get their digest. A user's row is made with their first choice. */
export const noticePreferences = pgTable(
  'notice_preferences',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 0 to 23, in the organization's time zone. */
    digestHour: integer('digest_hour').notNull(),
    /** 1 for Monday to 7 for Sunday. */
    digestDays: integer('digest_days').array().notNull(),
    /** Mails that would be sent at once wait from evening to morning. */
    holdsOvernight: boolean('holds_overnight').notNull(),
    /** Day of the last digest, in the organization's time zone, also if there was nothing to send. */
    digestedOn: date('digested_on'),
  },
  (table) => [
    check('notice_preferences_hour', sql`${table.digestHour} between 0 and 23`),
    check(
      'notice_preferences_days',
      sql`cardinality(${table.digestDays}) between 1 and 7 and ${table.digestDays} <@ '{1,2,3,4,5,6,7}'::int[]`,
    ),
  ],
)
