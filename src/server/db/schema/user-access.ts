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
    /** `asked`: a revocation is about to be asked for; what came of it is the next step. */
    step: text().$type<'active' | 'inactive' | 'asked' | 'failed' | 'revoked'>().notNull(),
    /** One line: what was found or done, or why not. */
    detail: text().notNull(),
    /** The system's own name for the account, as it was known then. */
    account: text(),
    /** The offboarding run that it belongs to. */
    runId: integer('run_id'),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
  },
  (table) => [
    index('access_steps_email').on(table.email, table.id),
    index('access_steps_run').on(table.runId, table.id),
  ],
)
