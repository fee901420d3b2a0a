import type pg from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { carryOver } from './legacy/carry-over.ts'
import {
  applyMissing,
  createMigrationTable,
  listAppliedMigrations,
  migrationTable,
  readMigrations,
} from './migration-record.ts'

const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** Lifts the limits of time for the transaction that is open on this connection. */
export async function liftLimits(client: pg.ClientBase): Promise<void> {
  await client.query(limits.map((name) => `set local ${name} = 0`).join('; '))
}

/**
 * Applies every migration of the folder that this database does not have yet, each in a transaction of
 * its own, and answers their names. Servers that start together take turns. A migration that arrives late
 * from another branch still applies: what counts is the set of names, not the newest one.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    // Servers that start together wait for the one that migrates, however long it takes.
    await client.query(limits.map((name) => `set ${name} = 0`).join('; '))
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate])
    await createMigrationTable(client)
    const carriedOver = await carryOver(client, migrations)
    const applied = await applyMissing(client, migrations)
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrate])
    await client.query(limits.map((name) => `reset ${name}`).join('; '))
    client.release()
    return [...carriedOver, ...applied]
  } catch (error) {
    // Closing the connection gives the lock back too.
    client.release(true)
    throw error
  }
}

/** How many migrations a database has had, and which of the folder's it lacks; changes nothing. */
export async function findPendingMigrations(
  pool: pg.Pool,
  folder: string,
): Promise<{ applied: number; pending: string[] }> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `select to_regclass('${migrationTable}') is not null as exists`,
  )
  const applied = rows[0]?.exists ? await listAppliedMigrations(pool) : new Map<string, string>()
  const names = (await readMigrations(folder)).map(({ name }) => name)
  return { applied: applied.size, pending: names.filter((name) => !applied.has(name)) }
}
