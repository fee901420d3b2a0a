import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type Pool } from 'pg'
import { to } from 'pg-copy-streams'

const dialect = new PgDialect()

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

/** COPY takes no parameters, so that the values are written into the question, each as a literal. */
function withLiterals(query: SQL): string {
  const { sql, params } = dialect.sqlToQuery(query)
  return sql.replace(/\$(\d+)/g, (_placeholder, number: string) => literal(params[Number(number) - 1]))
}

/**
 * The rows of a question as CSV with a header, made by the database as fast as they are taken: nothing is held, and
 * a reader that goes away ends the work.
 */
export async function* copyOut(pool: Pool, query: SQL): AsyncGenerator<Buffer> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin read only')
    // It takes as long as the slowest reader.
    await client.query('set local statement_timeout = 0')
    const rows = client.query(to(`copy (${withLiterals(query)}) to stdout with (format csv, header)`))
    yield* rows
    await client.query('commit')
    isDone = true
  } finally {
    // A connection in the middle of a COPY is of no more use.
    client.release(!isDone)
  }
}
