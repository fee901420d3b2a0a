import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { SourcePart } from '#shared/features/warehouse/rules.ts'
import { moment } from './moment.ts'

/** How far each outside warehouse has been read. What it said stands with what Copydesk keeps itself. */
export const warehouseReadings = pgTable('warehouse_readings', {
  /** Which warehouse, by its address and tables; never anything secret. */
  account: text().primaryKey(),
  /** Counts the steps of its readings: who goes on names the step that it has seen. */
  version: integer().notNull().default(0),
  /** What was written before is known; null where everything is to be read. */
  since: moment('since'),
  /** When the reading under way began; null where none is. */
  startedAt: moment('started_at'),
  /** Where it stands: the part, the last row of it, and how many rows came before. */
  part: text().$type<SourcePart>(),
  cursor: jsonb().$type<readonly string[]>(),
  rows: integer().notNull().default(0),
  /** What was left out since everything was read last, by reason. */
  refused: jsonb().$type<readonly LeftOutRows[]>().notNull().default([]),
  /** The sites as they were when it began; once there are others, everything is read again, and where it is empty. */
  readFor: text('read_for').notNull().default(''),
  /** When the last reading that came to its end began. */
  readAt: moment('read_at'),
  /** Since when it cannot be read, and why. */
  failedSince: moment('failed_since'),
  failure: text(),
})

export interface LeftOutRows {
  part: SourcePart
  why: string
  rows: number
  /** So many of them in the reading that is under way, or was the last. */
  lately?: number
}
