import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { moment } from './moment.ts'

/** Progress of reading each external warehouse. Its data is stored in Copydesk's own tables. */
export const warehouseReadings = pgTable('warehouse_readings', {
  /** Which warehouse, by its address and tables; never anything secret. */
  account: text().primaryKey(),
  /**
   * Counts the steps of readings. A worker states the step it has seen, so that two cannot take the same one.
   */
  version: integer().notNull().default(0),
  /** Everything written before this moment is already known; null to read everything. */
  since: moment('since'),
  /** Start of the current reading; null if there is none. */
  startedAt: moment('started_at'),
  /** The part that is being read; null if there is no reading. */
  part: text().$type<SourcePart>(),
  /** Key of the last row read of that part; null at its start. */
  cursor: jsonb().$type<readonly string[]>(),
  /** Rows read so far. */
  rows: integer().notNull().default(0),
  /** Refused rows since the last full reading, by reason. */
  refused: jsonb().$type<readonly LeftOutRows[]>().notNull().default([]),
  /** The sites when it began. If they change, everything is read again; the same applies if empty. */
  readFor: text('read_for').notNull().default(''),
  /** Start of the last complete reading; null before the first. */
  readAt: moment('read_at'),
  /** Since when it cannot be read; null if it can. */
  failedSince: moment('failed_since'),
  /** Display text of why; null if it can be read. */
  failure: text(),
})

export interface LeftOutRows {
  part: SourcePart
  why: string
  rows: number
  /** How many of them are from the current or last reading. */
  lately?: number
}
