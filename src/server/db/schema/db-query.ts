import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** What somebody has asked the database: written down before it is asked. */
export const consoleAttempts = pgTable(
  'console_attempts',
  {
    id: integer('attempt_id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    statement: text().notNull(),
    /** To be shown, or as a file. */
    purpose: text().$type<'screen' | 'file'>().notNull(),
    askedAt: moment('asked_at').notNull(),
    /** Null while it is asked, and for ever where the server died over it. */
    milliseconds: integer(),
    rows: integer(),
    /** What was said against it; null where it was answered. */
    error: text(),
  },
  (table) => [
    index('console_attempts_user').on(table.userId, table.id),
    index('console_attempts_age').on(table.askedAt),
  ],
)

/** A statement under a name, for everybody who may ask. */
export const consoleQueries = pgTable('console_queries', {
  id: integer('query_id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .references(() => users.id),
  name: text().notNull(),
  statement: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
})
