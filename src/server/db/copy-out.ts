import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type Pool } from 'pg'
import { to } from 'pg-copy-streams'
import { AppError } from '../errors.ts'
import { createConcurrencyLimit, type InTurn } from '../security/concurrency-limit.ts'

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
const MOST_WAITING = 100
const WAITING_MS = 5000
const BUSY = 'Too many downloads right now. Try again soon.'
const turns = new WeakMap<Pool, InTurn>()

function turnsOf(pool: Pool): InTurn {
  const known = turns.get(pool)
  if (known) return known
  const made = createConcurrencyLimit({ atOnce: MOST_AT_ONCE, mostWaiting: MOST_WAITING, refusal: BUSY })
  turns.set(pool, made)
  return made
}

/** Waits for a turn, though not for long; the answer gives it back. */
async function takeTurn(pool: Pool): Promise<() => void> {
  const patience = new AbortController()
  const refusal = () => patience.abort(new AppError('unavailable', BUSY, { retryAfter: 15 }))
  const timer = setTimeout(refusal, WAITING_MS)
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const work = () => {
    begun.resolve()
    return ended.promise
  }
  turnsOf(pool)(work, patience.signal).catch(begun.reject)
  await begun.promise.finally(() => clearTimeout(timer))
  return ended.resolve
}

/**
 * The rows of a question as CSV with a header, made by the database as fast as they are taken: nothing is held, and
 * a reader that goes away ends the work. Throws an `AppError` for people where too many are at it.
 */
export function copyOut(pool: Pool, query: SQL): AsyncGenerator<Buffer> {
  return inTurn(pool, query, 'csv, header')
}

/** The same for a question that answers one JSON text a row: one JSON text a line. */
export function copyLines(pool: Pool, query: SQL): AsyncGenerator<Buffer> {
  // JSON writes signs like these as escapes, so that nothing is ever quoted.
  return inTurn(pool, query, String.raw`csv, quote e'\x01', delimiter e'\x02'`)
}

async function* inTurn(pool: Pool, query: SQL, format: string): AsyncGenerator<Buffer> {
  const giveBack = await takeTurn(pool)
  try {
    yield* rowsOf(pool, query, format)
  } finally {
    giveBack()
  }
}

async function* rowsOf(pool: Pool, query: SQL, format: string): AsyncGenerator<Buffer> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin read only')
    // It takes as long as the slowest reader.
    await client.query('set local statement_timeout = 0')
    const rows = client.query(to(`copy (${withLiterals(query)}) to stdout with (format ${format})`))
    yield* rows
    await client.query('commit')
    isDone = true
  } finally {
    // A connection in the middle of a COPY is of no more use.
    client.release(!isDone)
  }
}
