import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'
import { sites } from './sites.ts'
import { users } from './users.ts'

/** Which sheet is taken over into which task board. */
export const googleSheets = pgTable(
  'google_sheets',
  {
    id: integer('google_sheet_table_id').primaryKey().generatedAlwaysAsIdentity(),
    sheetId: text('google_sheet_id').notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id),
    boardGid: text('asana_board_id').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Since when the link is no more; it can be brought back. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('google_sheets_link')
      .on(table.sheetId, table.boardGid)
      .where(sql`${table.deletedAt} is null`),
  ],
)

/** Each time that the rows of a sheet were taken over. */
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
    created: integer().notNull().default(0),
    updated: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    /** Rows that could not be taken over, and why. */
    faults: jsonb().$type<{ row: number; message: string }[]>().notNull().default([]),
    faultCount: integer('fault_count').notNull().default(0),
    failure: text(),
    /** What was shown before it was asked for; null where nothing was. */
    mark: text(),
    /** What was shown of each row, once a run has begun with it: what goes on after a kill does nothing else. */
    shown: text().array(),
  },
  (table) => [index('sheet_syncs_link').on(table.linkId, table.id)],
)

/** The tasks that a link's rows have become. No other task is ever changed by what stands in its sheet. */
export const sheetTasks = pgTable(
  'sheet_tasks',
  {
    linkId: integer('google_sheet_table_id')
      .notNull()
      .references(() => googleSheets.id),
    gid: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkId, table.gid] })],
)
