import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { FoundItem, ScanOutcome } from '#shared/features/operate/scan/rules.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Failed functions that users were notified of; removed once the function works again. */
export const scanAlarms = pgTable('scan_alarms', {
  /** A function of the connectivity scan. */
  functionId: text('function_id').primaryKey(),
  /** When the users were notified. */
  toldAt: moment('told_at').notNull(),
})

/** What a function of the connectivity scan found, each time it ran. */
export const scanRuns = pgTable(
  'scan_runs',
  {
    id: integer('scan_run_id').primaryKey().generatedAlwaysAsIdentity(),
    /** A function of the connectivity scan. */
    functionId: text('function_id').notNull(),
    status: text().$type<ScanOutcome>().notNull(),
    /** What it found, line by line. */
    items: jsonb().$type<readonly FoundItem[]>().notNull(),
    /** Milliseconds. */
    took: integer().notNull(),
    ranAt: moment('ran_at').notNull(),
    /** The user who ran it; null if it ran by itself. */
    userId: integer('user_id').references(() => users.id),
  },
  (table) => [
    index('scan_runs_function').on(table.functionId, table.id),
    index('scan_runs_ran').on(table.ranAt),
  ],
)
