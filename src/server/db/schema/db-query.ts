import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Statements on the console, recorded before they run. */
export const consoleAttempts = pgTable(
  'console_attempts',
  {
    id: integer('attempt_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    statement: text().notNull(),
    /** Whether the answer is shown on the screen or downloaded. */
    purpose: text().$type<'screen' | 'file'>().notNull(),
    askedAt: moment('asked_at').notNull(),
    /** Null while it runs, and for ever if the server died during it. */
    milliseconds: integer(),
    /** Rows of the answer; null while it runs and after an error. */
    rows: integer(),
    /** The error; null if the statement succeeded. */
    error: text(),
  },
  (table) => [
    index('console_attempts_user').on(table.userId, table.id),
    index('console_attempts_age').on(table.askedAt),
  ],
)

/** A saved statement, for all users of the console. */
export const consoleQueries = pgTable('console_queries', {
  id: integer('query_id').primaryKey().generatedAlwaysAsIdentity(),
  /** Its owner. */
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  name: text().notNull(),
  statement: text().notNull(),
  /** Incremented with each save. */
  version: integer().notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
})
