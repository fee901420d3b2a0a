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

/** An article that a writer requests for keywords of a site, from draft to published post. */
export const articles = pgTable(
  'articles',
  {
    id: integer('article_id').primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    /** `draft`, `requested`, `returned`, `approved`, `published`, `rejected` or `canceled`. */
    status: text().notNull(),
    /** Address of the hero picture; null for none. */
    imageUrl: text('image_url'),
    intro: text(),
    /** Notes for the writers, which its task repeats; null for none. */
    notes: text(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    /** The user who requested it, or who took it over. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The user who reviewed it last; null before the first decision. */
    qaUserId: integer('qa_user_id').references(() => users.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /**
     * Address of its task on the site's board; null without a task. Kept by the mirror, like the next two.
     */
    taskUrl: text('asana_url'),
    /** Id of that task. */
    taskGid: text('gid'),
    /** Name of the section of the board that the task is in. */
    taskSection: text('asana_section'),
    /** Id of its post in the publishing system; null without a post. */
    postId: integer('wordpress_id'),
    /** The published article that this one will replace, once QA has approved it. */
    revisesId: integer('revises_id').references((): AnyPgColumn => articles.id, { onDelete: 'set null' }),
    /** Incremented with each save. A save that began from another version is refused. */
    version: integer().notNull().default(1),
  },
  // Ascending, and read backwards for the newest first: a descending index would sort nulls last, unlike the queries.
  (table) => [
    index('articles_created').on(table.createdAt, table.id),
    // Behind the order, what hides rows from lists: a deep page then skips its rows in the index alone.
    index('articles_user').on(table.userId, table.id, table.status, table.revisesId),
    index('articles_site').on(table.siteId, table.id, table.status, table.userId, table.revisesId),
    index('articles_status').on(table.status, table.id),
    // The title itself, too: PostgreSQL does not read an index alone that has a column only in an expression.
    index('articles_title_read').on(
      readingOrder(table.title),
      table.id,
      table.title,
      table.status,
      table.userId,
      table.revisesId,
    ),
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

/** The keywords that an article is written for. */
export const articleKeywords = pgTable(
  'article_keywords',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    keywordId: integer('keyword_id')
      .notNull()
      .references(() => keywords.id),
    /** Order in the article, from 0. */
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.keywordId] }),
    index('article_keywords_keyword').on(table.keywordId),
  ],
)

/** The products that an article recommends. */
export const articleProducts = pgTable(
  'article_products',
  {
    id: integer('product_id').primaryKey().generatedAlwaysAsIdentity(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** Order in the article, from 0. */
    position: integer().notNull(),
    asin: text().notNull(),
    name: text().notNull(),
    /** For example `Best Overall`. */
    award: text().notNull(),
    /** Notes about the product; null for none. */
    summary: text(),
  },
  (table) => [
    index('article_products_article').on(table.articleId, table.position),
    index('article_products_asin').on(table.asin),
  ],
)

/** The questions that an article answers. */
export const articleFaqs = pgTable(
  'article_faqs',
  {
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** Order in the article, from 0. */
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
    /** The requester's reply; null before it. */
    complement: text(),
    /** The article's version when QA decided; null if it was not recorded. */
    articleVersion: integer('article_version'),
  },
  (table) => [index('article_returns_article').on(table.articleId, table.id)],
)

/** History of an article, kept even when the article is deleted. */
export const articleEvents = pgTable(
  'article_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Not a foreign key, so that the history outlives the article. */
    articleId: integer('article_id').notNull(),
    /** The user who acted; null for background work. */
    userId: integer('user_id').references(() => users.id),
    /** `ArticleAction`, for example `requested` or `saved`. */
    action: text().notNull(),
    /** The words that came with it, or the fields that a save changed; null for none. */
    comment: text(),
    /** A user reviewed an article of their own. */
    isSelf: boolean('is_self').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('article_events_article').on(table.articleId, table.id),
    // Publications of all articles in a range of days.
    index('article_events_out').on(table.createdAt).where(sql`${table.action} in ('published', 'revised')`),
  ],
)
