import type { Pool } from 'pg'
import type { AdvisoryLock } from './advisory-locks.ts'

/**
 * Runs `work` while no other server that names the same lock runs its own, however long that takes. The work has
 * connections of its own, and the next caller sees its commits. Rethrows errors of the work.
 */
export async function oneAtATime<Result>(
  pool: Pool,
  lock: AdvisoryLock,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    // The lock goes with the connection, and so do its limits.
    client.release(true)
  }
}
