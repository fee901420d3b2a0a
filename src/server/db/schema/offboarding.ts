import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { HandedOver, OffboardingState } from '#shared/features/offboarding/contract.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** One person, every system: what was asked for. It is kept, as a report. */
export const offboardingRuns = pgTable(
  'offboarding_runs',
  {
    id: integer('run_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Of whom, in lower case. */
    email: text().notNull(),
    /** What the person is called; null where Copydesk does not know them. */
    name: text(),
    github: text(),
    /** Who is told by mail once it has ended. */
    manager: text(),
    /** Who gets the open work; null where it stays where it is. */
    heirId: integer('heir_id').references(() => users.id),
    /** Who started it. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Who started it, or had it repeated last: by their rights it goes on. */
    actingId: integer('acting_id')
      .notNull()
      .references(() => users.id),
    /** Of their call, for the trail. */
    requestId: text('request_id').notNull(),
    address: text().notNull(),
    beganAt: moment('began_at').notNull(),
    /** Null while it runs. What failed may be repeated: then it runs again. */
    endedAt: moment('ended_at'),
    /** What became of the open work; null until that is done. */
    handedOver: jsonb('handed_over').$type<HandedOver>(),
    /** When every account is looked for once more, and when that was done. */
    secondLookAt: moment('second_look_at'),
    secondLookedAt: moment('second_looked_at'),
  },
  (table) => [
    index('offboarding_runs_email').on(table.email, table.id),
    // Of one person, one run at a time.
    uniqueIndex('offboarding_runs_one').on(table.email).where(sql`${table.endedAt} is null`),
  ],
)

/** How far a run is on one system. */
export const offboardingSystems = pgTable(
  'offboarding_systems',
  {
    runId: integer('run_id')
      .notNull()
      .references(() => offboardingRuns.id, { onDelete: 'cascade' }),
    operation: text().notNull(),
    operationName: text('operation_name').notNull(),
    /** They are closed in this order. */
    position: integer().notNull(),
    state: text().$type<OffboardingState>().notNull(),
    /** One line: what was found or done, or why not. */
    detail: text().notNull(),
    account: text(),
    /** When it was used last, as the system said before it was closed; null where it did not. */
    lastUsedAt: moment('last_used_at'),
    beganAt: moment('began_at'),
    endedAt: moment('ended_at'),
    /** What the second look has found; null before it. */
    laterState: text('later_state').$type<'away' | 'open' | 'unknown'>(),
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
