import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { makeFolder } from '../../files/make-folder.ts'
import type { Database } from '../connect.ts'
import { failureText, fileReason } from '../errors/failure-text.ts'
import { liftLimits, listAppliedMigrations } from '../migration-record.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { listSequences, listTables, quoteCopyTarget, type Table } from './catalog.ts'
import {
  type ArchivedTable,
  archiveFormat,
  imagePath,
  type Manifest,
  manifestPath,
  tablePath,
} from './manifest.ts'

// A table's rows are held in memory up to this size, then written as one part.
const partSize = 4 * 1024 * 1024

export type BackupOptions = { database: Database; imagesFolder: string; file: string; now: Date }

/**
 * Writes a consistent snapshot of the whole database and the images into one archive, while the server may
 * run. Returns the manifest. Leaves no file after a failure.
 */
export async function backup({ database, imagesFolder, file, now }: BackupOptions): Promise<Manifest> {
  try {
    makeFolder(path.dirname(file))
  } catch (error) {
    throw explained(file, error)
  }
  const isFolder = await stat(file).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  if (isFolder) throw new BackupError(`${file} is a folder. Please name the file to write.`)
  const client = await database.pool.connect()
  try {
    let manifest: Manifest | undefined
    await client.query('begin isolation level repeatable read read only')
    await liftLimits(client)
    await refuseForeignDatabase(client)
    await writeArchive(file, async (archive) => {
      manifest = {
        queues: [],
        format: archiveFormat,
        createdAt: now.toISOString(),
        ...(await archiveDatabase(client, archive)),
        images: await archiveImages(imagesFolder, archive),
      }
      const content = Buffer.from(JSON.stringify(manifest))
      await archive.add({ path: manifestPath, size: content.length, content: [content] })
    })
    await client.query('commit')
    client.release()
    if (!manifest) throw new Error('The archive was written without a manifest.')
    return manifest
  } catch (error) {
    client.release(true)
    throw explained(file, error)
  }
}

/** A file or a disk that failed, in one line; an image that cannot be read is no fault of the archive. */
function explained(file: string, error: unknown): unknown {
  if (error instanceof BackupError) return error
  const { path: place = file } = error as NodeJS.ErrnoException
  const reason = place.startsWith(file) || file.startsWith(place) ? fileReason(error) : null
  const why = reason === null ? failureText(error) : `The backup cannot be written to ${file}: ${reason}.`
  return why === null ? error : new BackupError(why, { cause: error })
}

async function refuseForeignDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as exists",
  )
  if (!rows[0]?.exists)
    throw new BackupError('The database has no Copydesk workspace yet, so there is nothing to back up.')
}

async function archiveDatabase(client: pg.ClientBase, archive: ArchiveWriter) {
  const tables: ArchivedTable[] = []
  for (const table of await listTables(client)) {
    tables.push(await archiveTable(client, table, archive))
  }
  const migrations = [...(await listAppliedMigrations(client))].map(([name, hash]) => ({ name, hash }))
  // Sequences are not transactional. Read last, they are never behind the rows.
  return { migrations, tables, sequences: await listSequences(client) }
}

async function archiveTable(
  client: pg.ClientBase,
  table: Table,
  archive: ArchiveWriter,
): Promise<ArchivedTable> {
  const rows = client.query(copyTo(`copy ${quoteCopyTarget(table)} to stdout`))
  const hash = createHash('sha256')
  let part = 0
  for await (const content of joinChunks(rows)) {
    hash.update(content)
    part += 1
    await archive.add({ path: tablePath(table, part), size: content.length, content: [content] })
  }
  return { ...table, rows: rows.rowCount, sha256: hash.digest('hex') }
}

async function* joinChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(chunks)
}

async function archiveImages(folder: string, archive: ArchiveWriter): Promise<Manifest['images']> {
  const images: Manifest['images'] = []
  for (const name of await listFiles(folder)) {
    const content = await readPresentFile(path.join(folder, name))
    if (!content) continue
    await archive.add({ path: imagePath(name), size: content.length, content: [content] })
    images.push({ path: name, sha256: createHash('sha256').update(content).digest('hex') })
  }
  return images
}

/** Undefined when it was removed just now: no row of our moment's picture of the database needs it for long. */
async function readPresentFile(file: string): Promise<Buffer | undefined> {
  try {
    // At once: a file that is still being written then has the size that was read, whatever it becomes.
    return await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Files below a folder, as paths with forward slashes; none if the folder does not exist. A name that begins
 * with a dot is an unfinished upload or restore, not an image.
 */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !/(^|\/)\./.test(name))
    .sort()
}
