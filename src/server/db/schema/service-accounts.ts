import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

/** What a service account is for, and who answers for it. Its name, role and lock are those of its user. */
export const serviceAccounts = pgTable(
  'service_accounts',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its purpose in a sentence; may be empty. */
    purpose: text().notNull(),
    /** The person who gets notices about its tokens. */
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id),
    createdBy: integer('created_by').references(() => users.id),
  },
  (table) => [index('service_accounts_owner').on(table.ownerId)],
)
