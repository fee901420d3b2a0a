import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { DatabaseStartError } from './postgres/start-error.ts'

/** Fewer would let a lock holder wait for the connection that its own work needs. */
export const LEAST_CONNECTIONS = 5

/** SQLSTATE of a server, a role or a database that has no connection left. */
const TOO_MANY = '53300'
const RETRY_MS = 100
/** How long a pool opens no new connections after a refusal. */
const MODEST_MS = 60_000

/** Superusers are exempt from the limits of roles and databases, and from the reserve. Process ids tell a pooler. */
const LEFT = `
  select pg_backend_pid() as pid, case when current_setting('is_superuser')::boolean
    then current_setting('max_connections')::int - used.all
    else least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) - used.all,
      case when r.rolconnlimit >= 0 then r.rolconnlimit - used.role end,
      case when d.datconnlimit >= 0 then d.datconnlimit - used.database end)
    end::int as left
  from pg_roles r, pg_database d, (
    select count(*) as all, count(*) filter (where usename = session_user) as role,
      count(*) filter (where datname = current_database()) as database
    from pg_stat_activity where datid is not null and pid <> pg_backend_pid()) used
  where r.rolname = session_user and d.datname = current_database()`

/** How many connections the database would grant, this one included; undefined behind a pooler, which shares them. */
async function connectionsLeft(pool: Pool): Promise<number | undefined> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number; left: number }>(LEFT)
    const isDirect = rows[0]?.pid === (client as PoolClient & { processID: number | null }).processID
    return isDirect ? rows[0]?.left : undefined
  } finally {
    client.release()
  }
}

interface Fit {
  /** A server refuses to start with less. */
  least: number
  log: (line: string) => void
}

/**
 * Makes a pool that has just been opened no larger than the database allows, now and whenever other servers have taken
 * the rest: callers then wait for a connection of this server.
 */
export async function fitPool(pool: Pool, { least, log }: Fit): Promise<void> {
  const wanted = pool.options.max
  const left = (await connectionsLeft(pool)) ?? wanted
  if (left < least)
    throw new DatabaseStartError(
      `The database has ${left} connections left for this server; Copydesk needs at least ${least}. Raise max_connections or the limit of the database's role, or give its other servers fewer connections (DATABASE_CONNECTIONS).`,
    )
  if (left < wanted)
    log(
      `The database has ${left} connections left for this server, which wants ${wanted} (DATABASE_CONNECTIONS). It works with those.`,
    )
  pool.options.max = Math.min(wanted, left)
  waitWhenRefused(pool, log)
}

/** Lets callers wait for a connection of the pool when the database refuses another one. */
function waitWhenRefused(pool: Pool, log: Fit['log']): void {
  const usual = pool.options.max
  const connect: () => Promise<PoolClient> = pool.connect.bind(pool)
  let isTold = false
  let growing: NodeJS.Timeout | undefined

  function beModest() {
    if (!isTold) log(`The database refused a connection. This server works with fewer than ${usual} for now.`)
    isTold = true
    pool.options.max = Math.max(1, pool.totalCount)
    clearTimeout(growing)
    growing = setTimeout(() => {
      pool.options.max = usual
    }, MODEST_MS).unref()
  }

  async function obtain(): Promise<PoolClient> {
    const end = performance.now() + (pool.options.connectionTimeoutMillis ?? 0)
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if ((error as { code?: unknown }).code !== TOO_MANY || performance.now() > end) throw error
        beModest()
        // A pool without connections has none to wait for, so it retries.
        if (pool.totalCount === 0) await sleep(RETRY_MS)
      }
    }
  }

  type Callback = Parameters<Pool['connect']>[0]
  pool.connect = ((callback?: Callback) => {
    const client = obtain()
    if (!callback) return client
    void client.then(
      (given) => callback(undefined, given, given.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }) as Pool['connect']
}
