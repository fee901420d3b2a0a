import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg, { type Pool } from 'pg'
import { to } from 'pg-copy-streams'
import { AppError } from '../../errors.ts'
import { createConcurrencyLimit, createPersonalLimit } from '../../security/concurrency-limit.ts'
import { LIFT_LIMITS } from '../session.ts'

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
const OF_PERSON = 3
const MOST_WAITING = 100
const WAITING_MS = 5000
const BUSY = 'Too many downloads right now. Try again soon.'
const turns = new WeakMap<Pool, ReturnType<typeof createTurns>>()

const createTurns = () => ({
  inTurn: createConcurrencyLimit({ atOnce: MOST_AT_ONCE, mostWaiting: MOST_WAITING, refusal: BUSY }),
  inPersonsTurn: createPersonalLimit({ atOnce: OF_PERSON, mostWaiting: MOST_WAITING, refusal: BUSY }),
})

function turnsOf(pool: Pool): ReturnType<typeof createTurns> {
  const known = turns.get(pool)
  if (known) return known
  const made = createTurns()
  turns.set(pool, made)
  return made
}

/** Waits for a turn, though not for long; the answer gives it back. */
async function takeTurn(pool: Pool, personId: number): Promise<() => void> {
  const patience = new AbortController()
  const refusal = () => patience.abort(new AppError('unavailable', BUSY, { retryAfter: 15 }))
  const timer = setTimeout(refusal, WAITING_MS)
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const work = () => {
    begun.resolve()
    return ended.promise
  }
  const { signal } = patience
  const { inTurn, inPersonsTurn } = turnsOf(pool)
  inPersonsTurn(personId, () => inTurn(work, signal), signal).catch(begun.reject)
  await begun.promise.finally(() => clearTimeout(timer))
  return ended.resolve
}

/**
 * The rows of a question as CSV with a header, made by the database as fast as they are taken: nothing is held, and
 * a reader that goes away ends the work. Throws an `AppError` for people where too many are at it, or too many are
 * this person's.
 */
export function copyOut(pool: Pool, query: SQL, personId: number): AsyncGenerator<Buffer> {
  return copied(pool, query, { personId, format: 'csv, header' })
}

/** The same for a question that answers one JSON text a row: one JSON text a line. */
export function copyLines(pool: Pool, query: SQL, personId: number): AsyncGenerator<Buffer> {
  // JSON writes signs like these as escapes, so that nothing is ever quoted.
  return copied(pool, query, { personId, format: String.raw`csv, quote e'\x01', delimiter e'\x02'` })
}

async function* copied(
  pool: Pool,
  query: SQL,
  { personId, format }: { personId: number; format: string },
): AsyncGenerator<Buffer> {
  const giveBack = await takeTurn(pool, personId)
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
    await client.query(LIFT_LIMITS)
    const rows = client.query(to(`copy (${withLiterals(query)}) to stdout with (format ${format})`))
    yield* rows
    await client.query('commit')
    isDone = true
  } finally {
    // A connection in the middle of a COPY is of no more use.
    client.release(!isDone)
  }
}
