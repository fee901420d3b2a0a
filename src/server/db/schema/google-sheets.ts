import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** Links between a sheet and the task board it is imported into. */
export const googleSheets = pgTable(
  'google_sheets',
  {
    id: integer('google_sheet_table_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Id of the spreadsheet, from its address. */
    sheetId: text('google_sheet_id').notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    boardGid: text('asana_board_id').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the link was deleted; it can be restored. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('google_sheets_link')
      .on(table.sheetId, table.boardGid)
      .where(sql`${table.deletedAt} is null`),
  ],
)

/** Imports of a sheet's rows. */
export const sheetSyncs = pgTable(
  'sheet_syncs',
  {
    id: integer('sheet_sync_id').primaryKey().generatedAlwaysAsIdentity(),
    linkId: integer('google_sheet_table_id')
      .notNull()
      .references(() => googleSheets.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    beganAt: moment('began_at').notNull(),
    endedAt: moment('ended_at'),
    /** Rows that made a task. */
    created: integer().notNull().default(0),
    /** Rows that changed a task. */
    updated: integer().notNull().default(0),
    /** Rows whose task already said the same. */
    skipped: integer().notNull().default(0),
    /** The first rows that could not be imported, and why. */
    faults: jsonb().$type<{ row: number; message: string }[]>().notNull().default([]),
    /** Number of all of them. */
    faultCount: integer('fault_count').notNull().default(0),
    /** Display text of why the run stopped; null if it did not. */
    failure: text(),
    /** Mark of the preview that the user saw; null without one. */
    mark: text(),
    /** Marks of the previewed rows, stored by the first step. Later steps do only these. */
    shown: text().array(),
    /**
     * While it runs: what it does about each row that needs a task, by the row's idempotency key, and the faults of
     * rows that are settled.
     */
    progress: jsonb().$type<{
      rows: Record<string, { deed: 'create' | 'update'; state: 'waiting' | 'done' | 'refused' }>
      faults: { row: number; message: string }[]
    }>(),
  },
  (table) => [index('sheet_syncs_link').on(table.linkId, table.id)],
)

/** Tasks created from a link's rows. The sheet never changes any other task. */
export const sheetTasks = pgTable(
  'sheet_tasks',
  {
    linkId: integer('google_sheet_table_id')
      .notNull()
      .references(() => googleSheets.id),
    /** Id of the task on the board. */
    gid: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.gid] })],
)
