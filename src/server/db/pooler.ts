import pg from 'pg'
import { DatabaseStartError } from './postgres/start-error.ts'
import { SESSION } from './session.ts'

/** SQLSTATE of a prepared statement that the connection does not have. */
const UNKNOWN_STATEMENT = '26000'
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

/** Refuses a pooler that gives a statement to a connection on which it was not prepared. */
async function refuseWithoutStatements(pool: pg.Pool): Promise<void> {
  const [one, other] = [await pool.connect(), await pool.connect()]
  try {
    await one.query(PROBE)
    // Takes the connection that has just become free.
    await other.query('begin')
    await one.query({ ...PROBE, query_timeout: PROBE_MS } as pg.QueryConfig)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== UNKNOWN_STATEMENT) throw error
    throw new DatabaseStartError(
      error instanceof pg.DatabaseError
        ? 'The pooler in front of the database keeps no prepared statements. Use it in session mode, or PgBouncer 1.21 or newer with max_prepared_statements.'
        : `The pooler in front of the database did not give this server two connections within ${PROBE_MS / 1000} seconds. Raise its pool_size.`,
    )
  } finally {
    one.release(true)
    other.release(true)
  }
}

/** Refuses a pooler with which Copydesk would work, but not reliably. Throws DatabaseStartError with the remedy. */
export async function refuseUnfitPooler(pool: pg.Pool): Promise<void> {
  if (!(await isPooled(pool))) return
  await refuseWithoutLimits(pool)
  await refuseWithoutStatements(pool)
}
