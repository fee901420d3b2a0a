import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { HandedOver, OffboardingState } from '#shared/features/people/offboarding/contract.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** The request to offboard one person from every system. Kept as a report. */
export const offboardingRuns = pgTable(
  'offboarding_runs',
  {
    id: integer('run_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The person's email, in lower case. */
    email: text().notNull(),
    /** The person's name; null if unknown to Copydesk. */
    name: text(),
    /** The person's account name on GitHub; null if none was given. */
    github: text(),
    /** Email of the manager, who gets a mail once it has ended; null for none. */
    manager: text(),
    /** The user who takes over open work; null if it stays. */
    heirId: integer('heir_id').references(() => users.id),
    /** The user who started it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The user who started or last repeated it. The run continues with this user's permissions. */
    actingId: integer('acting_id')
      .notNull()
      .references(() => users.id),
    /** Request id of that user's call, for the audit trail. */
    requestId: text('request_id').notNull(),
    /** IP address of that call. */
    address: text().notNull(),
    beganAt: moment('began_at').notNull(),
    /** Null while it runs. Failed systems may be repeated; then it runs again. */
    endedAt: moment('ended_at'),
    /** What happened to the open work; null until then. */
    handedOver: jsonb('handed_over').$type<HandedOver>(),
    /** When every account is checked again; null until it has ended. */
    secondLookAt: moment('second_look_at'),
    /** When that was done; null until then. */
    secondLookedAt: moment('second_looked_at'),
  },
  (table) => [
    index('offboarding_runs_email').on(table.email, table.id),
    // At most one active run per person.
    uniqueIndex('offboarding_runs_one').on(table.email).where(sql`${table.endedAt} is null`),
  ],
)

/** State of a run on one system. */
export const offboardingSystems = pgTable(
  'offboarding_systems',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => offboardingRuns.id, { onDelete: 'cascade' }),
    /** Machine name of the system. */
    operation: text().notNull(),
    /** Display name of the system at that time. */
    operationName: text('operation_name').notNull(),
    /** Order of closing. */
    position: integer().notNull(),
    /** `inactive`: nothing to close. `refused`: closing it was refused, for the reason in `detail`. */
    state: text().$type<OffboardingState>().notNull(),
    /** One line: finding, action, or the reason for neither. */
    detail: text().notNull(),
    /** The system's name for the account; null if it has none, or before it is looked up. */
    account: text(),
    /** Last use reported before the account was closed; null if not reported. */
    lastUsedAt: moment('last_used_at'),
    beganAt: moment('began_at'),
    endedAt: moment('ended_at'),
    /** Result of the second check; null before it. */
    laterState: text('later_state').$type<'away' | 'open' | 'unknown'>(),
    /** What the second check found, in one line; null before it. */
    laterDetail: text('later_detail'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.operation] }),
    check(
      'offboarding_systems_state_known',
      sql`${table.state} in ('waiting', 'running', 'revoked', 'inactive', 'refused', 'failed')`,
    ),
  ],
)
