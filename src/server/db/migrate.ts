import type pg from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { carryOver } from './legacy/carry-over.ts'
import {
  applyMissing,
  createMigrationTable,
  listAppliedMigrations,
  type Migration,
  migrationTable,
  readMigrations,
} from './migration-record.ts'
import { oneAtATime } from './one-at-a-time.ts'

/**
 * Applies every migration of the folder that this database does not have yet, each in a transaction of
 * its own, and answers their names. Servers that start together take turns. A migration that arrives late
 * from another branch still applies: what counts is the set of names, not the newest one.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  log: (line: string) => void = () => {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const turn = { lock: ADVISORY_LOCKS.migrate, work: 'brings the schema up to date', log }
  return oneAtATime(pool, turn, () => migrateAlone(pool, migrations))
}

async function migrateAlone(pool: pg.Pool, migrations: Migration[]): Promise<string[]> {
  const client = await pool.connect()
  try {
    await createMigrationTable(client)
    const carriedOver = await carryOver(client, migrations)
    const applied = await applyMissing(client, migrations)
    client.release()
    return [...carriedOver, ...applied]
  } catch (error) {
    // The connection may be in a transaction that failed.
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
