import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Pool, QueryResultRow } from 'pg'
import { LIFT_LIMITS } from './session.ts'

const dialect = new PgDialect()
const SLICE = 1000

/**
 * The rows of a question, some at a time, as fast as they are taken and as they were when it was asked. A reader that
 * goes away ends it; one who waits between two slices may wait for as long as it takes.
 */
export async function* readInSlices<Row extends QueryResultRow>(
  pool: Pool,
  query: SQL,
): AsyncGenerator<Row[]> {
  const client = await pool.connect()
  let isDone = false
  try {
    const { sql, params } = dialect.sqlToQuery(query)
    await client.query('begin read only')
    await client.query(LIFT_LIMITS)
    await client.query(`declare slices no scroll cursor for ${sql}`, params)
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${SLICE} from slices`)
      if (rows.length > 0) yield rows
      if (rows.length < SLICE) break
    }
    await client.query('commit')
    isDone = true
  } finally {
    client.release(!isDone)
  }
}
