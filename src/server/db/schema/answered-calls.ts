import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Calls that were carried out under a key of their caller, so that the same call again changes nothing more. */
export const answeredCalls = pgTable(
  'answered_calls',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Method and path of the endpoint. */
    endpoint: text().notNull(),
    /** The `Idempotency-Key` of the call. */
    key: text('call_key').notNull(),
    /** SHA-256 of the request. */
    digest: text().notNull(),
    /** What the call made, e.g. the number of a new row; written in the transaction that made it. */
    made: jsonb().$type<unknown>(),
    /** Null until the call was answered. */
    answer: jsonb().$type<unknown>(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.endpoint, table.key] }),
    index('answered_calls_created').on(table.createdAt),
  ],
)
