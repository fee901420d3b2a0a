import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Db } from './connect.ts'
import { LIFT_LIMITS } from './session.ts'

/** Lifts the time limits, also between statements, and gives more memory to sorts and to the pending list of a GIN index. */
const BULK = `${LIFT_LIMITS} union all
  select set_config(name, value, true)
  from (values ('work_mem', '64MB'), ('gin_pending_list_limit', '32MB')) settings (name, value)`

/** Lets the rest of a transaction work on a great many rows and take as long as it takes. */
export async function allowBulk(tx: Db): Promise<void> {
  await tx.execute(sql.raw(BULK))
}

/** After this many written rows, a table is cleaned up explicitly rather than by the next autovacuum. */
export const MANY_ROWS = 10_000

/** After bulk writes: flushes the pending lists of the GIN indexes, and updates the statistics. */
export const SETTLE_KEYWORDS: readonly string[] = [
  `select gin_clean_pending_list(i.indexrelid) from pg_index i
   join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
   where i.indrelid = 'keywords'::regclass and a.amname = 'gin'`,
  'analyze keywords',
]

/**
 * One transaction on a connection of its own for work on a great many rows, which may take longer than a call usually
 * does. It is tried once only, because what streams in cannot be read again.
 */
export async function bulkTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, tx: Db) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    await client.query(BULK)
    const result = await work(client, drizzle(client))
    await client.query('commit')
    isDone = true
    return result
  } finally {
    // Closing the connection takes everything back.
    client.release(!isDone)
  }
}
