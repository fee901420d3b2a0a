import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type Pool } from 'pg'
import { to } from 'pg-copy-streams'
import { AppError } from '../errors.ts'

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

/** Each holds a connection for as long as its reader takes; all others work with the rest of them. */
const MOST_AT_ONCE = 10
const RETRY_SECONDS = 15
const underWay = new WeakMap<Pool, number>()

/** Counts one more, or one less, and refuses what would be too many. */
function count(pool: Pool, change: 1 | -1): void {
  const now = (underWay.get(pool) ?? 0) + change
  if (now > MOST_AT_ONCE) {
    const message = 'Too many files are being downloaded at this moment. Please try again soon.'
    throw new AppError('unavailable', message, { retryAfter: RETRY_SECONDS })
  }
  underWay.set(pool, now)
}

/**
 * The rows of a question as CSV with a header, made by the database as fast as they are taken: nothing is held, and
 * a reader that goes away ends the work. Throws an `AppError` for people where too many are at it.
 */
export async function* copyOut(pool: Pool, query: SQL): AsyncGenerator<Buffer> {
  count(pool, 1)
  try {
    yield* rowsOf(pool, query)
  } finally {
    count(pool, -1)
  }
}

async function* rowsOf(pool: Pool, query: SQL): AsyncGenerator<Buffer> {
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
