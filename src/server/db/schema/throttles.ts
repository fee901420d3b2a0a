import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

/** How often something was tried lately: shared by all servers, and still there after a restart. */
export const throttleCounts = pgTable(
  'throttle_counts',
  {
    /** What is counted, and the SHA-256 of whom: a name that was typed may be somebody's password. */
    key: text('throttle_key').primaryKey(),
    tries: integer().notNull(),
    /** When the window ends. */
    until: moment('until').notNull(),
  },
  (table) => [index('throttle_counts_until').on(table.until)],
)
