import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { articleReturns, articles } from './articles.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** QA's decisions that can be undone: their effects are held until `release_at`. */
export const articleDecisions = pgTable(
  'article_decisions',
  {
    id: integer('article_decision_id').primaryKey().generatedAlwaysAsIdentity(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
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
