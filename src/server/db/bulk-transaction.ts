import { sql } from 'drizzle-orm'
import type { Pool, PoolClient } from 'pg'
import type { Db } from './connect.ts'

/**
 * One transaction on a connection of its own for work on a great many rows, which may take longer than a call usually
 * does. It is tried once only, because what streams in cannot be read again. Where it is not to be kept, nothing of
 * it stays.
 */
export async function bulkTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  { isKept }: { isKept: boolean },
): Promise<Result> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    const result = await work(client)
    await client.query(isKept ? 'commit' : 'rollback')
    isDone = true
    return result
  } finally {
    // Closing the connection takes everything back.
    client.release(!isDone)
  }
}

/** Lets the rest of a transaction take as long as it takes, and wait for others as long as they take. */
export async function liftTimeLimits(tx: Db): Promise<void> {
  await tx.execute(
    sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`,
  )
}
