import { createWriteStream } from 'node:fs'
import { access, constants, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import type { Database } from '../connect.ts'
import { failureText, fileReason } from '../errors/failure-text.ts'
import { dropWaitingJobs, jobSchema } from '../job-schemas.ts'
import { isBaseline, readLegacyMigrations } from '../legacy/legacy-migrations.ts'
import { migrate } from '../migrate.ts'
import {
  applyMigration,
  createMigrationTable,
  liftLimits,
  readMigrations,
  recordMigration,
} from '../migration-record.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { listFiles } from './backup.ts'
import { BackupError } from './backup-error.ts'
import { holdsData, listForeignKeys, listSchemas, listTables, quoteTable } from './catalog.ts'
import { createTableFiller } from './copy-in.ts'
import { imageOfPath, type Manifest, tableOfPath } from './manifest.ts'
import { verifyArchive } from './verify.ts'

export type RestoreOptions = {
  database: Database
  imagesFolder: string
  file: string
  migrationsFolder: string
  /** Replace the data of a database that holds some. */
  force: boolean
}

/**
 * Replaces the database and the images with an archive's content, in one transaction, and brings an
 * older schema up to date. Throws BackupError, with nothing changed, when the archive is not whole or the
 * database holds data and `force` is not given.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { database, imagesFolder, file, migrationsFolder, force } = options
  const manifest = await verifyArchive(file, migrationsFolder)
  if (manifest.images.length > 0) await makeFolder(imagesFolder)
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await liftLimits(client)
    if (!force && (await holdsData(client))) {
      throw new BackupError(
        `The database already contains data. To replace all of it: npm run restore -- ${file} --force`,
      )
    }
    await rebuildSchema(client, manifest, migrationsFolder)
    await loadContents(client, manifest, { file, imagesFolder })
    await forgetPassingThings(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw explain(error)
  }
  await removeOtherImages(imagesFolder, manifest)
  await migrate(database.pool, migrationsFolder)
  return manifest
}

/** Drops everything and creates the schema that the archive was made with. */
async function rebuildSchema(client: pg.ClientBase, manifest: Manifest, folder: string): Promise<void> {
  // A server that is running must not wait for long behind us, nor we behind it.
  await client.query("set local lock_timeout = '10s'")
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migrate])
  for (const schema of await listSchemas(client)) {
    await client.query(`drop schema ${pg.escapeIdentifier(schema)} cascade`)
  }
  await client.query('create schema public')
  await createMigrationTable(client)
  const archived = new Set(manifest.migrations.map(({ name }) => name))
  // The baseline creates what the legacy migrations did: of an installation that was carried over, both are recorded.
  const hasBaseline = manifest.migrations.some(isBaseline)
  const restoreLegacy = hasBaseline ? recordMigration : applyMigration
  for (const migration of await readLegacyMigrations()) {
    if (archived.has(migration.name)) await restoreLegacy(client, migration)
  }
  for (const migration of await readMigrations(folder)) {
    if (archived.has(migration.name)) await applyMigration(client, migration)
  }
}

async function loadContents(
  client: pg.ClientBase,
  manifest: Manifest,
  { file, imagesFolder }: Pick<RestoreOptions, 'file' | 'imagesFolder'>,
): Promise<void> {
  const foreignKeys = await listForeignKeys(client)
  // Rows arrive table by table: references are checked when all are there.
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  const tables = (await listTables(client)).map(quoteTable)
  // Triggers would change rows that are already as they shall be; migrations may have put rows in.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  if (tables.length > 0) await client.query(`truncate ${tables.join(', ')}`)
  await loadEntries(client, manifest, { file, imagesFolder })
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
  }
  for (const { value, ...sequence } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2)', [quoteTable(sequence), value])
  }
}

async function loadEntries(
  client: pg.ClientBase,
  manifest: Manifest,
  { file, imagesFolder }: Pick<RestoreOptions, 'file' | 'imagesFolder'>,
): Promise<void> {
  // Older archives hold the queue's tables too.
  const own = manifest.tables.filter(({ schema }) => schema !== jobSchema)
  const tables = new Map(own.map((table) => [`${table.schema}.${table.name}`, table]))
  const filler = createTableFiller(client)
  for await (const entry of readArchive(file)) {
    const table = tables.get(tableOfPath(entry.path) ?? '')
    const image = imageOfPath(entry.path)
    if (table) await filler.fill(table, entry.content)
    if (image) await writeImage(path.join(imagesFolder, image), entry.content)
  }
  await filler.finish()
}

/**
 * Removes rows that must not come back: sessions that may have ended since, links that may have been used since, and jobs
 * that may be done, such as mail that would be sent twice.
 */
async function forgetPassingThings(client: pg.ClientBase): Promise<void> {
  const passing = ['sessions', 'password_links']
  for (const table of await listTables(client)) {
    if (table.schema === 'public' && passing.includes(table.name))
      await client.query(`delete from ${quoteTable(table)}`)
  }
  await dropWaitingJobs(client)
}

/** Checked before anything changes, because rights to the database do not imply rights to the data folder. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new BackupError(
      `The folder of images ${folder} is not writable (${code}). Make it writable for this user, or choose another data folder with DATA_DIR. Nothing was changed.`,
      { cause: error },
    )
  }
}

/** Image names are unique for ever, so new images do not conflict with existing ones. */
async function writeImage(target: string, content: ArchiveEntry['content']): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true })
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.partial`)
  await pipeline(content, createWriteStream(draft, { flush: true }))
  await rename(draft, target)
}

async function removeOtherImages(folder: string, manifest: Manifest): Promise<void> {
  const kept = new Set(manifest.images.map(({ path: name }) => name))
  for (const name of await listFiles(folder)) {
    if (!kept.has(name)) await rm(path.join(folder, name), { force: true })
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof BackupError) return null
  if (error instanceof pg.DatabaseError)
    return error.code === '55P03' ? 'the running server is too busy; stop it and try again' : error.message
  return fileReason(error) ?? failureText(error)?.replace(/\.$/, '') ?? null
}

function explain(error: unknown): unknown {
  const reason = reasonOf(error)
  if (reason === null) return error
  return new BackupError(`The restore failed: ${reason}. Nothing was changed.`, { cause: error })
}
