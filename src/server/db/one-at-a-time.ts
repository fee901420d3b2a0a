import type { Pool } from 'pg'
import type { AdvisoryLock } from './advisory-locks.ts'
import { DatabaseStartError } from './postgres/start-error.ts'

const USUAL = { saysAfterMs: 5000, givesUpAfterMs: 10 * 60_000 }
const LOCK_NOT_AVAILABLE = '55P03'

export interface ServerTurn {
  lock: AdvisoryLock
  /** What another server does meanwhile, as in `brings the schema up to date`. */
  work: string
  /** Where it is said that another server has its turn. */
  log: (line: string) => void
  /** When waiting is said, and when it ends with an error. */
  patience?: { saysAfterMs: number; givesUpAfterMs: number }
}

/** Who has the lock, for a person who must find that process; empty if it isn't known. */
async function holderOf(pool: Pool, lock: AdvisoryLock): Promise<string> {
  const { rows } = await pool.query<{ pid: number; address: string | null; since: Date }>(
    `select a.pid, host(a.client_addr) as address, a.backend_start as since
     from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.objid = $1 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [lock],
  )
  const [holder] = rows
  if (!holder) return ''
  const from = holder.address === null ? '' : ` from ${holder.address}`
  return ` It is the database’s process ${holder.pid}${from}, connected since ${holder.since.toISOString()}.`
}

/**
 * Runs `work` while no other server that names the same lock runs its own. The work has connections of its own, and the
 * next caller sees its commits. The lock belongs to an open transaction, so it also holds behind a pooler, and goes with
 * the connection. Waiting is said after five seconds. Throws DatabaseStartError after ten minutes of waiting; rethrows
 * errors of the work.
 */
export async function oneAtATime<Result>(
  pool: Pool,
  { lock, work: other, log, patience = USUAL }: ServerTurn,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  const sayWaiting = async () =>
    log(`Waiting for another server, which ${other} …${await holderOf(pool, lock).catch(() => '')}`)
  const timer = setTimeout(() => void sayWaiting(), patience.saysAfterMs)
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
       set local lock_timeout = ${patience.givesUpAfterMs}`,
    )
    await client.query('select pg_advisory_xact_lock($1)', [lock]).catch(async (error: { code?: string }) => {
      if (error.code !== LOCK_NOT_AVAILABLE) throw error
      const minutes = Math.round(patience.givesUpAfterMs / 60_000)
      throw new DatabaseStartError(
        `Another server ${other}, for more than ${minutes} minutes.${await holderOf(pool, lock).catch(() => '')} If no server does, end that process in the database: select pg_terminate_backend(PROCESS).`,
      )
    })
    clearTimeout(timer)
    return await work()
  } finally {
    clearTimeout(timer)
    client.release(true)
  }
}
