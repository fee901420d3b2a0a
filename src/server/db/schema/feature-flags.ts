import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Flags set by users; all others have the defaults from the code. */
export const featureFlags = pgTable('feature_flags', {
  id: integer('feature_flag_id').primaryKey().generatedAlwaysAsIdentity(),
  /** Archived flags stay, because a name is never reused. */
  name: text('feature_flag').notNull().unique(),
  type: text().$type<'bool' | 'string'>().notNull(),
  value: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: integer('updated_by').references(() => users.id),
  archivedAt: moment('archived_at'),
})

/** What a flag was and what it became. */
export interface FlagState {
  feature_flag: string
  type: 'bool' | 'string'
  value: string
}

/** Who did what to a flag; kept as long as the flag. */
export const featureFlagChanges = pgTable(
  'feature_flag_changes',
  {
    id: integer('change_id').primaryKey().generatedAlwaysAsIdentity(),
    flagId: integer('feature_flag_id')
      .notNull()
      .references(() => featureFlags.id),
    act: text().$type<'created' | 'changed' | 'archived' | 'restored'>().notNull(),
    before: jsonb().$type<FlagState>(),
    after: jsonb().$type<FlagState>().notNull(),
    userId: integer('user_id').references(() => users.id),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [index('feature_flag_changes_flag').on(table.flagId, table.id)],
)

/** How often the product has asked what a flag says, day by day. */
export const featureFlagReads = pgTable(
  'feature_flag_reads',
  {
    name: text('feature_flag').notNull(),
    day: date().notNull(),
    reads: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day] })],
)
