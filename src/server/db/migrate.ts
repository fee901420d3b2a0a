import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { CONSOLE_SCHEMA } from './console/reader-role.ts'

/** One migration file; the hash is the same whatever line ends the checkout uses. */
export type Migration = { name: string; hash: string; sql: string }

/** Where the applied migrations are written down. */
const migrationTable = 'public.schema_migrations'

const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** Lifts the limits of time for the transaction that is open on this connection. */
export async function liftLimits(client: pg.ClientBase): Promise<void> {
  await client.query(limits.map((name) => `set local ${name} = 0`).join('; '))
}

/** Migrations only add, so that the version before them still runs on a database that has some of them. */
const remedy =
  'Nothing of it was kept: start the version that ran before, which still works on this database. If it does not, put back the last backup with that version: npm run restore -- FILE --force'

/** The migrations of a folder, in the order in which they apply. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
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
    const applied = await applyMigrations(client, migrations)
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrate])
    await client.query(limits.map((name) => `reset ${name}`).join('; '))
    client.release()
    return applied
  } catch (error) {
    // Closing the connection gives the lock back too.
    client.release(true)
    throw error
  }
}

async function applyMigrations(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
  await createMigrationTable(client)
  const known = await listAppliedMigrations(client)
  const applied: string[] = []
  for (const migration of migrations) {
    const hash = known.get(migration.name)
    if (hash === migration.hash) continue
    if (hash)
      throw new Error(
        `The migration ${migration.name} was changed after it had been applied. Put the file back as it was in the version that applied it.`,
      )
    await client.query('begin')
    // Views of the tables as they were; whoever asks them next lays them anew.
    await client.query(`drop schema if exists ${CONSOLE_SCHEMA} cascade`)
    await applyMigration(client, migration).catch((error: Error) => {
      throw new Error(`${error.message}. ${remedy}`, { cause: error })
    })
    await client.query('commit')
    applied.push(migration.name)
  }
  return applied
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

/** Runs one migration and writes it down, inside the caller's transaction. */
export async function applyMigration(client: pg.ClientBase, { name, hash, sql }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migration ${name} failed: ${reason}`, { cause: error })
  }
  await client.query(`insert into ${migrationTable} (name, hash) values ($1, $2)`, [name, hash])
}

/** Makes the record of the applied migrations where it is missing. */
export async function createMigrationTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists ${migrationTable} (
       name text primary key, hash text not null, applied_at timestamptz not null default now())`,
  )
}

/** The applied migrations, name to hash. */
export async function listAppliedMigrations(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    `select name, hash from ${migrationTable} order by name`,
  )
  return new Map(rows.map((row) => [row.name, row.hash]))
}
