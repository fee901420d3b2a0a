import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

/** How often something was tried lately: shared by all servers, and still there after a restart. */
export const throttleCounts = pgTable(
  'throttle_counts',
  {
    /** Name of the counter and SHA-256 of its subject: a typed name may be a password. */
    key: text('throttle_key').primaryKey(),
    /** In the current window. */
    tries: integer().notNull(),
    /** When the window ends. */
    until: moment('until').notNull(),
  },
  (table) => [index('throttle_counts_until').on(table.until)],
)
