import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

/** Accounts in systems without an adapter, for the sample workspace. */
export const directoryAccounts = pgTable(
  'directory_accounts',
  {
    /** Machine name of the system. */
    system: text().notNull(),
    email: text().notNull(),
    /** The system's name for the account. */
    handle: text().notNull(),
    /** False once the account is closed. */
    active: boolean().notNull().default(true),
    /** Null if unknown. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [primaryKey({ columns: [table.system, table.email] })],
)
