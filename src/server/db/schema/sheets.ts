import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/** The sheets of the built-in adapter: cells in rows, the heading first. */
export const builtInSheets = pgTable('built_in_sheets', {
  /** Id of the spreadsheet. */
  id: text('sheet_id').primaryKey(),
  rows: jsonb().$type<string[][]>().notNull(),
  /** Incremented with each write. */
  version: integer().notNull().default(1),
})
