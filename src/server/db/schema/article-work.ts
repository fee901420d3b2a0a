import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ArticleContent, PostState, WrittenPost } from '#shared/features/articles/articles/rules.ts'
import type { WordChoices } from '#shared/features/articles/revisions/rules.ts'
import { articleReturns, articles } from './articles.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

const articleId = () =>
  integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' })

/** Content of an article after each save, and the user who saved it. */
export const articleVersions = pgTable(
  'article_versions',
  {
    articleId: articleId(),
    version: integer().notNull(),
    userId: integer('user_id').references(() => users.id),
    /** Everything that a save can change. */
    content: jsonb().$type<ArticleContent>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.version] })],
)

/** The validator who is reviewing an article. Informs only; it locks nobody out. */
export const articleClaims = pgTable('article_claims', {
  articleId: articleId().primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  claimedAt: moment('claimed_at').notNull(),
  /**
   * The session that made the claim, which ends with it; null if there was none, or it was not recorded yet.
   */
  sessionHash: text('session_hash'),
})

/** An overridden preflight warning and the reason. `subject` distinguishes warnings of one rule. */
export const articleOverrides = pgTable(
  'article_overrides',
  {
    articleId: articleId(),
    /** A `PreflightRule`. */
    rule: text().notNull(),
    /** What the warning is about, for example an ASIN. */
    subject: text().notNull(),
    reason: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.rule, table.subject] })],
)

/** State of an article's copy in an outside system: one row for its task, one for its post. */
export const articleMirrors = pgTable(
  'article_mirrors',
  {
    articleId: articleId(),
    target: text().$type<'task' | 'post'>().notNull(),
    /** `waiting` for the mirror, `done` as of `version`, or `failed` for the reason in `error`. */
    state: text().$type<'waiting' | 'done' | 'failed'>().notNull(),
    /** The article's version in the copy. */
    version: integer(),
    /** The status in the copy. If users have moved the copy since, only a new status moves it again. */
    status: text(),
    /** The latest return shown in the copy. */
    returnId: integer('article_return_id'),
    /** End of a worker's lease. If the worker dies, the copy is free again after it. */
    leasedUntil: moment('leased_until'),
    /** Tries since the last success. */
    attempts: integer().notNull().default(0),
    /** Display text of the last failure. */
    error: text(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.target] }),
    index('article_mirrors_state').on(table.state, table.updatedAt),
  ],
)

/** Last known state of an article's post on its site. */
export const articlePosts = pgTable(
  'article_posts',
  {
    articleId: articleId().primaryKey(),
    /** Id of the post in the publishing system. */
    postId: integer('wordpress_id').notNull(),
    /** `withdrawn`: was live and is a draft again. `gone`: permanently deleted. */
    state: text().$type<PostState>().notNull(),
    /** Public address; the last known one if the post is offline. */
    url: text(),
    /** Previous public address, which needs a redirect. */
    movedFrom: text('moved_from'),
    /** Start of the current state, as far as known. */
    since: moment('since').notNull(),
    /** What we last wrote into the post. Any difference in the live post is an edit on the site. */
    written: jsonb().$type<WrittenPost>(),
    /** The user's choices for places that were changed on both sides, by place. */
    choices: jsonb().$type<WordChoices>(),
    /** Time of its product prices and pictures; null before the first look-up. */
    offersAt: moment('offers_at'),
    /** Time of the last try. */
    offersTriedAt: moment('offers_tried_at'),
    /**
     * Picture blocks that were removed because they could not be renewed, by ASIN. They come back unchanged.
     */
    removedPictures: jsonb('removed_pictures').$type<Readonly<Record<string, string>>>(),
    /** Whether its site showed prices at that time. */
    showsPrices: boolean('shows_prices').notNull().default(true),
  },
  (table) => [index('article_posts_state').on(table.state, table.articleId)],
)

/**
 * Original text of posts that were not written here and whose text an article replaces, so that it can be
 * restored.
 */
export const articleRenewals = pgTable('article_renewals', {
  articleId: articleId().primaryKey(),
  /** Id of the post in the publishing system. */
  postId: integer('wordpress_id').notNull(),
  /** The post when the update began. Any later difference is an edit on the site. Null until it is read. */
  seen: jsonb().$type<StoredPostText>(),
  seenAt: moment('seen_at'),
  /** The post right before it was overwritten; null until then. */
  before: jsonb().$type<StoredPostText>(),
  /** The post right after it was overwritten; null until then. */
  after: jsonb().$type<StoredPostText>(),
  writtenAt: moment('written_at'),
  /** When the original text was restored; null if it was not. */
  undoneAt: moment('undone_at'),
})

/** Stored form of `WholePost`. */
interface StoredPostText {
  title: string
  content: string
  excerpt: string
  picture: number | string | null
  focusKeyword: string | null
  authorName: string | null
  products: string | null
  structured: string | null
}

/**
 * Checklist of an article: features of the winner's article, or reasons to refresh its post. Its writer ticks
 * them off.
 */
export const articleChecklist = pgTable(
  'article_checklist',
  {
    articleId: articleId(),
    /** Order of the list, from 0. */
    position: integer().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
    /** Null until it is ticked. */
    doneAt: moment('done_at'),
    doneBy: integer('done_by').references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.position] })],
)

/** QA decisions that can still be undone: their effects are held until `release_at`. */
export const articleDecisions = pgTable(
  'article_decisions',
  {
    id: integer('article_decision_id').primaryKey().generatedAlwaysAsIdentity(),
    articleId: articleId(),
    command: text().$type<'approve' | 'return' | 'reject'>().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The reviewer before this decision, restored by an undo. */
    previousQaUserId: integer('previous_qa_user_id').references(() => users.id),
    /** The given reason or comment. */
    words: text(),
    /** The return that the decision made; null for an approval. */
    articleReturnId: integer('article_return_id').references(() => articleReturns.id, {
      onDelete: 'set null',
    }),
    decidedAt: moment('decided_at').notNull(),
    /** End of the time for an undo. */
    releaseAt: moment('release_at').notNull(),
    /** `held` until `release_at`, then `released`, or `undone` before. */
    state: text().$type<'held' | 'released' | 'undone'>().notNull().default('held'),
  },
  (table) => [
    uniqueIndex('article_decisions_held').on(table.articleId).where(sql`${table.state} = 'held'`),
    index('article_decisions_article').on(table.articleId),
    check('article_decisions_state_known', sql`${table.state} in ('held', 'released', 'undone')`),
  ],
)
