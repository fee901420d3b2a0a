import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** What was asked and done about somebody's access, step by step: evidence that outlives the account. */
export const accessSteps = pgTable(
  'access_steps',
  {
    id: integer('access_step_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Of whom, in lower case. */
    email: text().notNull(),
    operation: text().notNull(),
    operationName: text('operation_name').notNull(),
    step: text().$type<'active' | 'inactive' | 'failed' | 'revoked'>().notNull(),
    /** One line: what was found or done, or why not. */
    detail: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
  },
  (table) => [index('access_steps_email').on(table.email, table.id)],
)
