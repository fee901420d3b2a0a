import type { Table } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Stored columns whose values other rows or the time determine, and what maintains them. There are three ways; a column
 * may need more than one.
 */
export interface DerivedColumns {
  /** Columns of one table. */
  columns: readonly PgColumn[]
  from: readonly (Table | 'time')[]
  /**
   * The database, with every write of a source: functions that its triggers call, or the expression of a generated
   * column.
   */
  trigger?: readonly string[] | 'generated'
  /** The writer of a source, by this function of the server (`FILE#NAME`), in the same transaction. */
  recompute?: readonly string[]
  /** Jobs that follow. */
  run?: readonly string[]
  /** The test of the columns: a comparison with a recount, or an example. */
  test: { file: string; title: string }
}
