import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Accounts of systems that no adapter speaks to: those of the sample workspace. */
export const directoryAccounts = pgTable(
  'directory_accounts',
  {
    system: text().notNull(),
    email: text().notNull(),
    handle: text().notNull(),
    active: boolean().notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.system, table.email] })],
)
