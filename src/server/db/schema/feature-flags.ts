import { date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { users } from './users.ts'

/** Flags set by users; all others have the defaults from the code. */
export const featureFlags = pgTable('feature_flags', {
  id: integer('feature_flag_id').primaryKey().generatedAlwaysAsIdentity(),
  /** Archived flags stay, because a name is never reused. */
  name: text('feature_flag').notNull().unique(),
  type: text().$type<'bool' | 'string'>().notNull(),
  /** As text, whatever the type: `true` for a `bool`. */
  value: text().notNull(),
  /** Incremented with each change. */
  version: integer().notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: integer('updated_by').references(() => users.id),
  /** Null for a flag in use. */
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
    /** Null for `created`. */
    before: jsonb().$type<FlagState>(),
    after: jsonb().$type<FlagState>().notNull(),
    userId: integer('user_id').references(() => users.id),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [index('feature_flag_changes_flag').on(table.flagId, table.id)],
)

/** How often the product reads each flag, by day. */
export const featureFlagReads = pgTable(
  'feature_flag_reads',
  {
    name: text('feature_flag').notNull(),
    /** In the organization's time zone. */
    day: date().notNull(),
    reads: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.day] })],
)
