import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Steps of checking and revoking a person's access: evidence that outlives the account. */
export const accessSteps = pgTable(
  'access_steps',
  {
    id: integer('access_step_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The person's email, in lower case. */
    email: text().notNull(),
    /** Machine name of the system. */
    operation: text().notNull(),
    /** Display name of the system at that time. */
    operationName: text('operation_name').notNull(),
    /** `asked`: a revocation is about to be requested; the next step is its outcome. */
    step: text().$type<'active' | 'inactive' | 'asked' | 'failed' | 'revoked'>().notNull(),
    /** One line: finding, action, or the reason for neither. */
    detail: text().notNull(),
    /** The system's name for the account at that time. */
    account: text(),
    /** The offboarding run that it is a step of; null for a single account. */
    runId: integer('run_id'),
    /** The user who checked or revoked. */
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
