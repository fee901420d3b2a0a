import { createHash, type Hash } from 'node:crypto'
import { readLegacyMigrations } from '../legacy/legacy-migrations.ts'
import { readMigrations } from '../migration-record.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { archiveFormat, Manifest, manifestPath, tableOfPath } from './manifest.ts'

/**
 * Reads an archive from end to end and answers its manifest. Throws BackupError unless it is whole and unchanged
 * and, where migrations are given, made by this version of Copydesk or an older one.
 */
export async function verifyArchive(file: string, migrationsFolder?: string): Promise<Manifest> {
  const { manifest, contents } = await readWhole(file).catch((error: Error) => {
    throw refuse(file, 'it is truncated, damaged or not an archive', error)
  })
  if (!manifest) throw refuse(file, 'its end is missing')
  compareContents(file, manifest, contents)
  if (migrationsFolder !== undefined) await compareMigrations(file, manifest, migrationsFolder)
  return manifest
}

/** Content read of one table or image. */
type Content = { hash: Hash; lines: number }
type Contents = { manifest?: Manifest; contents: Map<string, Content> }

const LINE_END = 0x0a

async function readWhole(file: string): Promise<Contents> {
  const contents = new Map<string, Content>()
  let manifest: Manifest | undefined
  for await (const entry of readArchive(file)) {
    if (manifest) throw new Error('there is data after the manifest')
    if (entry.path === manifestPath) manifest = await readManifest(entry)
    else await addTo(contents, entry)
  }
  return { manifest, contents }
}

async function readManifest({ content }: ArchiveEntry): Promise<Manifest> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  const json: unknown = JSON.parse(Buffer.concat(chunks).toString())
  return Manifest.parse(json)
}

/** A table's parts count as one content, in their order. */
async function addTo(contents: Map<string, Content>, { path, content }: ArchiveEntry): Promise<void> {
  const name = contentName(path)
  const found = contents.get(name) ?? { hash: createHash('sha256'), lines: 0 }
  contents.set(name, found)
  for await (const chunk of content) {
    found.hash.update(chunk)
    found.lines += countLines(chunk)
  }
}

/** Each row of a table is a line; line ends within a value are written otherwise. */
function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) count += 1
  return count
}

function contentName(path: string): string {
  const table = tableOfPath(path)
  return table === undefined ? path : `table ${table}`
}

function compareContents(file: string, manifest: Manifest, contents: Map<string, Content>): void {
  const found = new Map([...contents].map(([name, { hash }]) => [name, hash.digest('hex')]))
  const empty = createHash('sha256').digest('hex')
  for (const { schema, name, sha256, rows } of manifest.tables) {
    const key = `table ${schema}.${name}`
    const lines = contents.get(key)?.lines ?? 0
    if (lines !== rows) throw refuse(file, `the table ${schema}.${name} has ${lines} rows instead of ${rows}`)
    // A table without rows has no entry.
    if ((found.get(key) ?? empty) !== sha256)
      throw refuse(file, `the table ${schema}.${name} does not match its checksum`)
    found.delete(key)
  }
  for (const { path, sha256 } of manifest.images) {
    const key = `images/${path}`
    if (found.get(key) !== sha256) throw refuse(file, `the image ${path} does not match its checksum`)
    found.delete(key)
  }
  const [surplus] = found.keys()
  if (surplus) throw refuse(file, `it holds ${surplus}, which is not in its manifest`)
}

async function compareMigrations(file: string, manifest: Manifest, folder: string): Promise<void> {
  const migrations = [...(await readLegacyMigrations()), ...(await readMigrations(folder))]
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of manifest.migrations) {
    if (known.get(name) !== hash) {
      throw new BackupError(
        `${file} was made by another version of Copydesk (migration ${name}). Restore it with that version or a newer one. Nothing was changed.`,
      )
    }
  }
}

function refuse(file: string, reason: string, cause?: Error): BackupError {
  const code = cause && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') {
    return new BackupError(`${file} cannot be read (${code}). Nothing was changed.`, { cause })
  }
  return new BackupError(
    `${file} is not a complete Copydesk backup (format ${archiveFormat}): ${reason}. Nothing was changed.`,
    { cause },
  )
}
