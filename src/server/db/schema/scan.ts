import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { FoundItem, ScanOutcome } from '#shared/features/operate/scan/rules.ts'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Failed functions that users were notified of; removed once the function works again. */
export const scanAlarms = pgTable('scan_alarms', {
  functionId: text('function_id').primaryKey(),
  toldAt: moment('told_at').notNull(),
})

/** What a function of the connectivity scan found, each time it ran. */
export const scanRuns = pgTable(
  'scan_runs',
  {
    id: integer('scan_run_id').primaryKey().generatedAlwaysAsIdentity(),
    functionId: text('function_id').notNull(),
    status: text().$type<ScanOutcome>().notNull(),
    items: jsonb().$type<readonly FoundItem[]>().notNull(),
    /** In milliseconds. */
    took: integer().notNull(),
    ranAt: moment('ran_at').notNull(),
    /** Who ran it; null where it ran by itself. */
    userId: integer('user_id').references(() => users.id),
  },
  (table) => [
    index('scan_runs_function').on(table.functionId, table.id),
    index('scan_runs_ran').on(table.ranAt),
  ],
)
