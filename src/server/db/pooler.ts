import pg from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { LEAST_CONNECTIONS } from './pool-size.ts'
import { DatabaseStartError } from './postgres/start-error.ts'
import { SESSION } from './session.ts'

/** SQLSTATEs of a prepared statement that the connection does not have, or has from another server. */
const WRONG_STATEMENTS = new Set(['26000', '42P05'])
const PROBE = { name: 'copydesk_probe', text: 'select 1' }
const PROBE_MS = 5000

/** Whether a pooler refused the connection because it passes on no settings with it, as PgBouncer does. */
export const refusesSettings = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message)

/** Whether there is a pooler in front of the database: the process that answers is not the one that greeted us. */
async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid !== (client as unknown as { processID: number | null }).processID
  } finally {
    client.release()
  }
}

/** Refuses connections without limits of time, which a pooler may lose, with the statements that set them for the role. */
async function refuseWithoutLimits(pool: pg.Pool): Promise<void> {
  const names = Object.keys(SESSION) as (keyof typeof SESSION)[]
  const { rows } = await pool.query<{ role: string; values: string[] }>(
    `select quote_ident(current_user) || ' in database ' || quote_ident(current_database()) as role, array(
       select current_setting(name) from unnest($1::text[]) with ordinality n(name, place) order by place) as values`,
    [names],
  )
  const { role = '', values = [] } = rows[0] ?? {}
  const missing = names.filter((name, place) => values[place] !== SESSION[name])
  if (missing.length === 0) return
  const statements = missing.map((name) => `alter role ${role} set ${name} = '${SESSION[name]}';`)
  throw new DatabaseStartError(
    `The pooler in front of the database passes on no settings of connections. Set them for the role, in the database itself: ${statements.join(' ')} Then let the pooler connect again (RECONNECT), and start.`,
  )
}

/** Connections that are all in a transaction at the same time; fewer, with the reason, if the pooler gives no more. */
async function takeConnections(pool: pg.Pool, most: number): Promise<[pg.PoolClient[], unknown]> {
  const clients: pg.PoolClient[] = []
  try {
    for (let count = 0; count < most; count++) {
      const client = await pool.connect()
      clients.push(client)
      await client.query({ text: 'begin', query_timeout: PROBE_MS } as pg.QueryConfig)
    }
    return [clients, null]
  } catch (error) {
    return [clients, error]
  }
}

/** Refuses a pooler with too few connections for the start of one server. */
async function refuseWithoutRoom(pool: pg.Pool): Promise<void> {
  const [clients, error] = await takeConnections(pool, LEAST_CONNECTIONS)
  for (const client of clients) client.release(true)
  if (error !== null)
    throw new DatabaseStartError(
      `The pooler in front of the database did not give this server ${LEAST_CONNECTIONS} connections within ${PROBE_MS / 1000} seconds. Raise its pool_size.`,
      { cause: error },
    )
}

/** Refuses a pooler that gives a statement to a connection on which it was not prepared. */
async function refuseWithoutStatements(pool: pg.Pool): Promise<void> {
  const one = await pool.connect()
  const other = await pool.connect().catch((error) => {
    one.release(true)
    throw error
  })
  try {
    await one.query(PROBE)
    // Takes the connection that has just become free.
    await other.query('begin')
    await one.query(PROBE)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && WRONG_STATEMENTS.has(error.code ?? ''))) throw error
    throw new DatabaseStartError(
      'The pooler in front of the database keeps no prepared statements. Use it in session mode, or PgBouncer 1.21 or newer with max_prepared_statements.',
      { cause: error },
    )
  } finally {
    one.release(true)
    other.release(true)
  }
}

/** Refuses an address that leads past the pooler to another database: a lock of the one must count in the other. */
async function refuseOtherDatabase(pool: pg.Pool, directUrl: string): Promise<void> {
  const direct = new pg.Client({ connectionString: directUrl, connectionTimeoutMillis: 10_000 })
  const client = await pool.connect()
  try {
    await direct.connect()
    const mark = Math.floor(Math.random() * 2 ** 31)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1, $2)', [ADVISORY_LOCKS.probeDirect, mark])
    const { rows } = await direct.query<{ isFree: boolean }>(
      'select pg_try_advisory_xact_lock($1, $2) as "isFree"',
      [ADVISORY_LOCKS.probeDirect, mark],
    )
    if (rows[0]?.isFree)
      throw new DatabaseStartError('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.')
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(
      `The database does not answer at DATABASE_DIRECT_URL: ${(error as Error).message}`,
      { cause: error },
    )
  } finally {
    client.release(true)
    await direct.end().catch(() => {})
  }
}

/**
 * Refuses a pooler with which Copydesk would work, but not reliably. `directUrl` is the address past it, if there is one.
 * Throws DatabaseStartError with the remedy.
 */
export async function refuseUnfitPooler(pool: pg.Pool, directUrl: string | undefined): Promise<void> {
  if (!(await isPooled(pool))) return
  if (directUrl === undefined)
    throw new DatabaseStartError(
      'DATABASE_URL leads to a pooler. Set DATABASE_DIRECT_URL to the server behind it, where commands and the Database Interface connect.',
    )
  await refuseOtherDatabase(pool, directUrl)
  await refuseWithoutLimits(pool)
  await refuseWithoutRoom(pool)
  await refuseWithoutStatements(pool)
}
