import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/**
 * Competitions of our posts for a query that a user chose to leave as they are. With other rivals, the query
 * is shown again.
 */
export const leftRivalries = pgTable(
  'gsc_left_rivalries',
  {
    /** As in `search_queries`. */
    query: text().notNull(),
    /** Ids of the posts, in order. */
    rivals: integer().array().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.query, table.rivals] })],
)
