import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { transactions } from '../observed.ts'
import { traced } from '../traced.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { observeWrites } from './cache/writes.ts'
import { migrate } from './migrate.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { fitPool, LEAST_CONNECTIONS } from './pool-size.ts'
import { refusesSettings, refuseUnfitPooler } from './pooler.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { missedReleases } from './postgres/releases.ts'
import { DatabaseStartError } from './postgres/start-error.ts'
import { SESSION_OPTIONS } from './session.ts'
import { followSortOrder } from './sql/sort-order.ts'

/**
 * An open, migrated database. `close` ends the connections and, where we run it, the server. Queries
 * still running when the time is up are abandoned and roll back.
 */
export type Database = {
  pool: pg.Pool
  db: NodePgDatabase
  /** Where connections of other kinds are made: past a pooler, if that address is known. */
  url: string
  /** Whether the server's processes are ours, on this machine. */
  isEmbedded: boolean
  close(options?: { withinMs: number }): Promise<void>
}

/** The handle that stores and queries take: the database itself or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type DatabaseOptions = {
  /** Address of a PostgreSQL server, or of a pooler; without it the embedded one runs in the data folder. */
  databaseUrl?: string
  /** Address of the server behind the pooler. */
  directUrl?: string
  dataDir: string
  log: (line: string) => void
  /** Called when the embedded server has ended by itself. Without it, this is logged. */
  onLost?: (line: string) => void
  /** How many connections may be open at the same time; fewer where the database allows fewer. */
  connections?: number
  /** Allows working next to a running Copydesk on the same data folder (backup, restore). */
  join?: boolean
}

/** The migrations that belong to this version of the code. */
export const migrationsFolder = path.join(import.meta.dirname, 'migrations')

const oldestServer = 15
const USUAL_CONNECTIONS = 20

/**
 * Opens the database that the settings name, embedded or not, and brings its schema up to date.
 * Throws DatabaseStartError with one line for a person.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const database = await openUnmigratedDatabase(options)
  try {
    const applied = await migrate(database.pool, migrationsFolder, options.log)
    if (applied.length > 0)
      options.log(`Applied ${applied.length} migration${applied.length > 1 ? 's' : ''}.`)
    const turn = { lock: ADVISORY_LOCKS.layDown, work: 'prepares the workspace', log: options.log }
    const newOrder = await oneAtATime(database.pool, turn, () => followSortOrder(database.pool))
    if (newOrder !== null) options.log(newOrder)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Opens the configured database with any schema: a backup must not change it, and a restore must work after a
 * failed migration.
 */
export async function openUnmigratedDatabase(options: DatabaseOptions): Promise<Database> {
  const embedded = options.databaseUrl ? undefined : await startEmbeddedPostgres(options)
  const database = await connectAnyhow(embedded?.url ?? options.databaseUrl ?? '', options.connections)
  const close: Database['close'] = async (options) => {
    const end = performance.now() + (options?.withinMs ?? 0)
    // A checked-out connection keeps the pool open, so half of the time is reserved for stopping the server.
    await Promise.race([database.close(), ...(options ? [sleep(options.withinMs / 2)] : [])])
    await embedded?.stop(options && { withinMs: Math.max(0, end - performance.now()) })
  }
  try {
    const { version, name } = await checkServer(database)
    options.log(`The database is PostgreSQL ${name}${embedded ? ', embedded' : ''}.`)
    const missed = embedded ? null : missedReleases(version)
    if (missed !== null) options.log(missed)
    if (!embedded) await refuseUnfitPooler(database.pool, options.directUrl)
    // Commands work one step at a time, next to a server that may have taken the rest. A restore also migrates, which
    // takes a second connection for the lock.
    await fitPool(database.pool, { least: options.join ? 2 : LEAST_CONNECTIONS, log: options.log })
    const url = options.directUrl ?? database.url
    return { ...database, url, isEmbedded: embedded !== undefined, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Connections that send no settings, where a pooler refuses them; its role must have them. */
async function connectAnyhow(url: string, connections?: number): Promise<Database> {
  const usual = connectDatabase(url, connections)
  try {
    await usual.pool.query('select 1')
  } catch (error) {
    if (refusesSettings(error)) {
      await usual.close()
      return connectDatabase(url, connections, { sendsSettings: false })
    }
  }
  return usual
}

/** Connections to a database as it is: no check, no migration. */
export function connectDatabase(
  url: string,
  connections = USUAL_CONNECTIONS,
  { sendsSettings = true } = {},
): Database {
  readPlainTypes()
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: 'copydesk',
    ...(sendsSettings ? { options: SESSION_OPTIONS } : {}),
  })
  // A connection that breaks while idle leaves the pool; the next query opens a new one.
  pool.on('error', () => {})
  // A connection that breaks between two statements of a transaction emits only this event; the next
  // statement then fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  let ending: Promise<void> | undefined
  const close = () => {
    ending ??= pool.end()
    return ending
  }
  const db = drizzle(pool)
  // The query builder's own transaction never releases a connection that breaks while it begins.
  db.transaction = async (fn, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(fn, config)
    } finally {
      client.release()
    }
  }
  observeWrites(pool, db)
  return { pool, db, url, isEmbedded: false, close }
}

const isNested = (db: Db): boolean => db instanceof PgTransaction

/**
 * Runs `fn` in one transaction: all of its writes or none. Inside a transaction it nests as a savepoint.
 * A deadlock or a lost serialisation race runs `fn` again, so it must touch nothing but the database.
 */
export async function transaction<Result>(db: Db, fn: (tx: Db) => Promise<Result>): Promise<Result> {
  // Within an outer transaction only the outermost level can start again.
  if (isNested(db)) return db.transaction(fn)
  const began = performance.now()
  try {
    return await traced({ seam: 'transaction' }, () => outermost(db, fn))
  } finally {
    transactions.publish({ seconds: (performance.now() - began) / 1000 })
  }
}

async function outermost<Result>(db: Db, fn: (tx: Db) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(fn)
    } catch (error) {
      if (attempt === 3 || !isLostRace(error)) throw error
    }
  }
}

/** What PostgreSQL says is wrong; the query builder wraps it. */
function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof pg.DatabaseError ? cause.code : undefined
}

function isLostRace(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40P01' || code === '40001'
}

/** A write that would make two rows share what no two may share. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505'

/**
 * The database works but cannot store this data: an invalid text or number, or a reference to a deleted row.
 * A retry would fail too.
 */
export const isUnwritable = (error: unknown): boolean => /^(22|23|54)/.test(codeOf(error) ?? '')

/** The driver's parsers are global: query builder and raw queries read values alike. */
function readPlainTypes(): void {
  const { DATE, INT8 } = pg.types.builtins
  // A day has no time zone; a JavaScript date would move it.
  pg.types.setTypeParser(DATE, (text) => text)
  pg.types.setTypeParser(INT8, (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text))
}

/** Returns the server's version, and its display name, e.g. `18.4`. */
async function checkServer({ pool }: Database): Promise<{ version: number; name: string }> {
  const server = await pool
    .query<{ version: number; name: string; encoding: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('server_version') as name, current_setting('server_encoding') as encoding",
    )
    .catch((error: Error) => {
      throw new DatabaseStartError(
        `The database does not answer: ${explain(error)}. Check DATABASE_URL and that the server runs.`,
      )
    })
  const { version = 0, name = '', encoding } = server.rows[0] ?? {}
  if (version < oldestServer * 10_000) {
    throw new DatabaseStartError(
      `The database server is PostgreSQL ${Math.floor(version / 10_000)}; Copydesk needs ${oldestServer} or newer. Upgrade it or use another DATABASE_URL.`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseStartError(
      `The database stores text as ${encoding}; Copydesk needs UTF8. Create it with "encoding 'UTF8'" or use another DATABASE_URL.`,
    )
  }
  return { version, name: name.split(' ')[0] ?? '' }
}

/** A refused connection to several addresses comes as an AggregateError without a message. */
function explain(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map((one) => String(one.message)).join(', ')
    : error.message
}
