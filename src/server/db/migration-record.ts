import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { CONSOLE_SCHEMA } from './console/reader-role.ts'
import { LIFT_LIMITS } from './session.ts'

/** One migration file; the hash is the same whatever line ends the checkout uses. */
export type Migration = { name: string; hash: string; sql: string }

/** The table that records the applied migrations. */
export const migrationTable = 'public.schema_migrations'

/** Migrations only add, so that the version before them still runs on a database that has some of them. */
const remedy =
  'It was rolled back. Start the previous version, which still works with this database. If it doesn’t, restore the last backup with that version: npm run restore -- FILE --force'

/** Lifts the limits of time for the transaction that is open on this connection. */
export async function liftLimits(client: pg.ClientBase): Promise<void> {
  await client.query(LIFT_LIMITS)
}

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

/** Applies the migrations that the database lacks, each in a transaction of its own; returns their names. */
export async function applyMissing(client: pg.ClientBase, migrations: Migration[]): Promise<string[]> {
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
    // A migration takes as long as its data needs.
    await liftLimits(client)
    // The console's views depend on the tables as they were; its next query creates them again.
    await client.query(`drop schema if exists ${CONSOLE_SCHEMA} cascade`)
    await applyMigration(client, migration).catch((error: Error) => {
      throw new Error(`${error.message}. ${remedy}`, { cause: error })
    })
    await client.query('commit')
    applied.push(migration.name)
  }
  return applied
}

/** Runs one migration and records it, inside the caller's transaction. */
export async function applyMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migration ${migration.name} failed: ${reason}`, { cause: error })
  }
  await recordMigration(client, migration)
}

export async function recordMigration(client: pg.ClientBase, { name, hash }: Migration): Promise<void> {
  await client.query(`insert into ${migrationTable} (name, hash) values ($1, $2)`, [name, hash])
}

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
