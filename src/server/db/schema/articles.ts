import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { readingOrder } from '../sql/reading-order.ts'
import { keywords } from './keywords.ts'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

export const articles = pgTable(
  'articles',
  {
    id: integer('article_id').primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    status: text().notNull(),
    imageUrl: text('image_url'),
    intro: text(),
    notes: text(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    qaUserId: integer('qa_user_id').references(() => users.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    taskUrl: text('asana_url'),
    taskGid: text('gid'),
    taskSection: text('asana_section'),
    postId: integer('wordpress_id'),
    /** The published article that this one will replace, once QA has approved it. */
    revisesId: integer('revises_id').references((): AnyPgColumn => articles.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
  },
  // Ascending, and read backwards for the newest first: a descending index would sort nulls last, unlike the queries.
  (table) => [
    index('articles_created').on(table.createdAt, table.id),
    index('articles_user').on(table.userId, table.id),
    index('articles_site').on(table.siteId, table.id),
    index('articles_status').on(table.status, table.id),
    index('articles_title_read').on(readingOrder(table.title), table.id),
    index('articles_title').using('gin', table.title.op('gin_trgm_ops')),
    index('articles_task').on(table.taskGid),
    index('articles_post').on(table.siteId, table.postId),
    // A published article has at most one update in progress.
    uniqueIndex('articles_one_revision')
      .on(table.revisesId)
      .where(sql`${table.status} in ('draft', 'requested', 'returned')`),
    index('articles_revisions').on(table.revisesId, table.id),
    check(
      'articles_status_known',
      sql`${table.status} in ('draft', 'requested', 'approved', 'rejected', 'returned', 'canceled', 'published')`,
    ),
  ],
)

export const articleKeywords = pgTable(
  'article_keywords',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    keywordId: integer('keyword_id')
      .notNull()
      .references(() => keywords.id),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.keywordId] }),
    index('article_keywords_keyword').on(table.keywordId),
  ],
)

export const articleProducts = pgTable(
  'article_products',
  {
    id: integer('product_id').primaryKey().generatedAlwaysAsIdentity(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    asin: text().notNull(),
    name: text().notNull(),
    award: text().notNull(),
    summary: text(),
  },
  (table) => [
    index('article_products_article').on(table.articleId, table.position),
    index('article_products_asin').on(table.asin),
  ],
)

export const articleFaqs = pgTable(
  'article_faqs',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    question: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.position] })],
)

/** Why QA sent an article back or refused it, and what the requester answered. */
export const articleReturns = pgTable(
  'article_returns',
  {
    id: integer('article_return_id').primaryKey().generatedAlwaysAsIdentity(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().$type<'return' | 'reject'>().notNull(),
    reason: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    answeredAt: moment('answered_at'),
    complement: text(),
    /** What the article's version was when it was sent back. */
    articleVersion: integer('article_version'),
  },
  (table) => [index('article_returns_article').on(table.articleId, table.id)],
)

/** History of an article, kept even when the article is deleted. */
export const articleEvents = pgTable(
  'article_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    articleId: integer('article_id').notNull(),
    userId: integer('user_id').references(() => users.id),
    action: text().notNull(),
    comment: text(),
    isSelf: boolean('is_self').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('article_events_article').on(table.articleId, table.id),
    // Publications of all articles in a range of days.
    index('article_events_out').on(table.createdAt).where(sql`${table.action} in ('published', 'revised')`),
  ],
)
