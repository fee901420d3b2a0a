import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { AdvisoryLock } from './advisory-locks.ts'
import { DatabaseStartError } from './postgres/start-error.ts'
import { LIFT_LIMITS } from './session.ts'

const USUAL = { saysAfterMs: 5000, givesUpAfterMs: 10 * 60_000 }
const RETRY_MS = 100

export interface ServerTurn {
  lock: AdvisoryLock
  /** What another server does meanwhile, as in `brings the schema up to date`. */
  work: string
  /** Where it is said that another server has its turn. */
  log: (line: string) => void
  /** When waiting is said, and when it ends with an error. */
  patience?: { saysAfterMs: number; givesUpAfterMs: number }
}

/** The process that has the lock, for an operator who must find it; empty if it isn't known. */
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

/** Begins a transaction that has the lock; null if another server has it. */
async function tryLock(pool: Pool, lock: AdvisoryLock): Promise<PoolClient | null> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(LIFT_LIMITS)
    const { rows } = await client.query<{ isOurs: boolean }>(
      'select pg_try_advisory_xact_lock($1) as "isOurs"',
      [lock],
    )
    if (rows[0]?.isOurs) return client
    await client.query('rollback')
    client.release()
    return null
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A server that waits holds no connection: the one that works may need them all. */
async function waitForLock(
  pool: Pool,
  { lock, work, log, patience = USUAL }: ServerTurn,
): Promise<PoolClient> {
  const began = performance.now()
  const holder = () => holderOf(pool, lock).catch(() => '')
  for (let isSaid = false; ; await sleep(RETRY_MS)) {
    const client = await tryLock(pool, lock)
    if (client) return client
    const waitedMs = performance.now() - began
    if (!isSaid && waitedMs >= patience.saysAfterMs) {
      isSaid = true
      log(`Waiting for another server, which ${work} …${await holder()}`)
    }
    if (waitedMs >= patience.givesUpAfterMs) {
      const minutes = Math.round(patience.givesUpAfterMs / 60_000)
      throw new DatabaseStartError(
        `Another server ${work}, for more than ${minutes} minutes.${await holder()} If no server does, end that process in the database: select pg_terminate_backend(PROCESS).`,
      )
    }
  }
}

/** Rejects when the connection ends, and with it the lock. */
function lossOf(client: PoolClient): Promise<never> {
  const loss = new Promise<never>((_, reject) => {
    client.once('end', () =>
      reject(
        new DatabaseStartError(
          'The connection to the database broke while this server had its turn; another server may have it now.',
        ),
      ),
    )
  })
  // It is of no interest once the work has ended.
  loss.catch(() => {})
  return loss
}

/**
 * Runs `work` while no other server that names the same lock runs its own. The work has connections of its own, and the
 * next caller sees its commits. The lock belongs to an open transaction, so it also holds behind a pooler, and goes with
 * the connection. Waiting is said after five seconds. Throws DatabaseStartError after ten minutes of waiting, or if the
 * connection breaks; rethrows errors of the work.
 */
export async function oneAtATime<Result>(
  pool: Pool,
  turn: ServerTurn,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await waitForLock(pool, turn)
  try {
    return await Promise.race([work(), lossOf(client)])
  } finally {
    client.release(true)
  }
}
