import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '../../errors.ts'
import { createPersonalLimit } from '../../security/concurrency-limit.ts'
import type { Database } from '../connect.ts'
import { askReader, type ConsoleAnswer, type Question, StatementError } from './ask.ts'
import { canLimitMemory } from './memory-limit.ts'
import { addressAs, CONSOLE_SCHEMA, layReader, MOST_QUERIES_AT_ONCE } from './reader-role.ts'

/** Queries the database as a role that can read only the console's views. */
export interface ConsoleReader {
  /** The role that runs statements, created if missing. Throws the server's refusal to create it. */
  role(): Promise<string>
  /** Whether a statement has a limit of memory, beyond which it is ended. */
  limitsMemory(): Promise<boolean>
  /**
   * Asks for a person. Throws `StatementError`, and `AppError` 429 while as many as there may be are being asked, or 503
   * while too many of this person's wait.
   */
  ask(personId: number, question: Question): Promise<ConsoleAnswer>
}

const BUSY = `${MOST_QUERIES_AT_ONCE} queries are already running. Try again in a moment.`
/** One statement per user at a time, so that no user takes all slots; further ones wait. */
const OF_PERSON = {
  atOnce: 1,
  mostWaiting: 4,
  refusal: 'Your other queries are still running. Try again in a moment.',
}
/** The server takes a moment to notice that a connection has ended. */
const PATIENCE_MS = 2000
const PAUSE_MS = 100

/** Too many connections of the role, or of all. */
const NO_ROOM = '53300'
/** The role is not there, or has another password: it was made by a server with another key, or on another cluster. */
const UNKNOWN_ROLE = new Set(['28P01', '28000', '42704'])

const codeOf = (error: unknown) => (error instanceof pg.DatabaseError ? error.code : undefined)

const busy = () => new AppError('tooMany', BUSY, { retryAfter: 3 })

async function areViewsThere(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [
    CONSOLE_SCHEMA,
  ])
  return rows[0]?.there === true
}

/** `password` is the role's; servers of one database that know the same one leave each other alone. */
export function createConsoleReader(
  database: Pick<Database, 'pool' | 'url' | 'isEmbedded'>,
  password: string,
): ConsoleReader {
  const { pool, url, isEmbedded } = database
  let laid: Promise<string> | undefined
  let underWay = 0
  const inPersonsTurn = createPersonalLimit(OF_PERSON)

  function role(): Promise<string> {
    laid ??= layReader(pool, password).catch((error: unknown) => {
      laid = undefined
      throw error
    })
    return laid
  }

  /** Recreates a role or views lost in an upgrade or restore, once. */
  async function mended(error: unknown): Promise<boolean> {
    const isMissing =
      UNKNOWN_ROLE.has(codeOf(error) ?? '') ||
      (error instanceof StatementError && !(await areViewsThere(pool)))
    if (isMissing) laid = undefined
    return isMissing
  }

  const limitsMemory = async () => isEmbedded && (await canLimitMemory())

  async function connected(question: Question, until: number): Promise<ConsoleAnswer> {
    const address = addressAs(url, await role(), password)
    try {
      const limits = await limitsMemory()
      return await askReader(address, { ...question, yields: isEmbedded, limitsMemory: limits })
    } catch (error) {
      if (codeOf(error) !== NO_ROOM) throw error
      if (performance.now() > until) throw busy()
      await sleep(PAUSE_MS)
      return connected(question, until)
    }
  }

  async function asked(question: Question): Promise<ConsoleAnswer> {
    const until = performance.now() + PATIENCE_MS
    try {
      return await connected(question, until)
    } catch (error) {
      if (await mended(error)) return connected(question, until)
      throw error
    }
  }

  return {
    role,
    limitsMemory,
    ask: (personId, question) =>
      inPersonsTurn(personId, async () => {
        if (underWay >= MOST_QUERIES_AT_ONCE) throw busy()
        underWay += 1
        try {
          return await asked(question)
        } finally {
          underWay -= 1
        }
      }),
  }
}
