import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Posts that may go on taking a query from each other; with other rivals than these it is shown again. */
export const leftRivalries = pgTable(
  'gsc_left_rivalries',
  {
    query: text().notNull(),
    /** The numbers of the posts, in order. */
    rivals: integer().array().notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.query, table.rivals] })],
)
