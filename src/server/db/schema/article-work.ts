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
import type { ArticleContent, PostState, WrittenPost } from '#shared/features/articles/rules.ts'
import type { WordChoices } from '#shared/features/revisions/rules.ts'
import { articleReturns, articles } from './articles.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

const articleId = () =>
  integer('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' })

/** What an article said after each save, and who saved it. */
export const articleVersions = pgTable(
  'article_versions',
  {
    articleId: articleId(),
    version: integer().notNull(),
    userId: integer('user_id').references(() => users.id),
    content: jsonb().$type<ArticleContent>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.version] })],
)

/** Which validator is looking at an article at the moment; nobody is kept from it by that. */
export const articleClaims = pgTable('article_claims', {
  articleId: articleId().primaryKey(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  claimedAt: moment('claimed_at').notNull(),
  /** The session in which it was made, with which it ends; null where there was none, or it was not written down yet. */
  sessionHash: text('session_hash'),
})

/** A preflight warning that somebody has gone past, and why. `subject` tells warnings of one rule apart. */
export const articleOverrides = pgTable(
  'article_overrides',
  {
    articleId: articleId(),
    rule: text().notNull(),
    subject: text().notNull(),
    reason: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.rule, table.subject] })],
)

/** How far an article's copy in an outside system is: one row for its task, one for its post. */
export const articleMirrors = pgTable(
  'article_mirrors',
  {
    articleId: articleId(),
    target: text().$type<'task' | 'post'>().notNull(),
    state: text().$type<'waiting' | 'done' | 'failed'>().notNull(),
    /** The version of the article that the copy shows. */
    version: integer(),
    /** The status that the copy shows: where people have moved the copy since, only a new status moves it again. */
    status: text(),
    /** The latest return that the copy tells of. */
    returnId: integer('article_return_id'),
    /** Until then one worker has this copy for itself; one that dies gives it back by that. */
    leasedUntil: moment('leased_until'),
    /** Tries since the last success. */
    attempts: integer().notNull().default(0),
    /** Why the last try failed, in words for the people who use the product. */
    error: text(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.target] }),
    index('article_mirrors_state').on(table.state, table.updatedAt),
  ],
)

/** What became of an article's post on its site, as far as we have heard. */
export const articlePosts = pgTable(
  'article_posts',
  {
    articleId: articleId().primaryKey(),
    postId: integer('wordpress_id').notNull(),
    /** `withdrawn` was live and is a draft again, `gone` is deleted for good. */
    state: text().$type<PostState>().notNull(),
    /** Where readers find it; the last one that is known where they do not any more. */
    url: text(),
    /** Where readers found it before somebody gave it another address: that one needs a redirect. */
    movedFrom: text('moved_from'),
    /** Since when it is in this state, as far as we know. */
    since: moment('since').notNull(),
    /** What we wrote into it last: whatever says otherwise there has been changed there. */
    written: jsonb().$type<WrittenPost>(),
    /** Whose words stay at places that were changed on the site and here, by place. */
    choices: jsonb().$type<WordChoices>(),
    /** Of which time the prices and pictures of its products are; null before anybody has looked. */
    offersAt: moment('offers_at'),
    /** When that was last tried. */
    offersTriedAt: moment('offers_tried_at'),
    /** Blocks of pictures that could not be renewed and were removed, by ASIN: they come back as they were. */
    removedPictures: jsonb('removed_pictures').$type<Readonly<Record<string, string>>>(),
    /** Whether its site showed prices at that time. */
    showsPrices: boolean('shows_prices').notNull().default(true),
  },
  (table) => [index('article_posts_state').on(table.state, table.articleId)],
)

/** Posts that were not written here, by the articles that take the place of their text: what stood there, so that it can be put back. */
export const articleRenewals = pgTable('article_renewals', {
  articleId: articleId().primaryKey(),
  postId: integer('wordpress_id').notNull(),
  /** As it was when the update was begun: what is different later, an editor of the site has changed since. */
  seen: jsonb().$type<StoredPostText>(),
  seenAt: moment('seen_at'),
  /** As it was right before it was written anew, and after. */
  before: jsonb().$type<StoredPostText>(),
  after: jsonb().$type<StoredPostText>(),
  writtenAt: moment('written_at'),
  /** When its old text was put back. */
  undoneAt: moment('undone_at'),
})

/** As a publishing site reads all of a post (`WholePost`). */
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

/** What an article is meant to bring, what the winner's has or why its post is refreshed: ticked by its writer as it is done. */
export const articleChecklist = pgTable(
  'article_checklist',
  {
    articleId: articleId(),
    position: integer().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
    doneAt: moment('done_at'),
    doneBy: integer('done_by').references(() => users.id),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.position] })],
)

/** QA's decisions that can be undone: their effects are held until `release_at`. */
export const articleDecisions = pgTable(
  'article_decisions',
  {
    id: integer('article_decision_id').primaryKey().generatedAlwaysAsIdentity(),
    articleId: articleId(),
    command: text().$type<'approve' | 'return' | 'reject'>().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The reviewer before this decision, whom an undo restores. */
    previousQaUserId: integer('previous_qa_user_id').references(() => users.id),
    /** The reason or comment that was given. */
    words: text(),
    articleReturnId: integer('article_return_id').references(() => articleReturns.id, {
      onDelete: 'set null',
    }),
    decidedAt: moment('decided_at').notNull(),
    releaseAt: moment('release_at').notNull(),
    state: text().$type<'held' | 'released' | 'undone'>().notNull().default('held'),
  },
  (table) => [
    uniqueIndex('article_decisions_held').on(table.articleId).where(sql`${table.state} = 'held'`),
    index('article_decisions_article').on(table.articleId),
    check('article_decisions_state_known', sql`${table.state} in ('held', 'released', 'undone')`),
  ],
)
