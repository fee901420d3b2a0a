import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Pack, pack } from 'tar-stream'
import { fileReason } from '../errors/failure-text.ts'

export type NewEntry = { path: string; size: number; content: Iterable<Buffer> | AsyncIterable<Buffer> }

export type ArchiveWriter = {
  /** Appends a file; its content must have exactly `size` bytes. */
  add(entry: NewEntry): Promise<void>
}

export type ArchiveEntry = { path: string; size: number; content: AsyncIterable<Buffer> }

/**
 * Writes a `.tar.gz` as a stream: `fill` adds the files, and only a whole archive that has reached the disk
 * gets its name. It is readable for its owner alone.
 */
export async function writeArchive(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${process.pid}.partial`
  const archive = pack()
  const output = createWriteStream(draft, { mode: 0o600, flush: true })
  const written = pipeline(archive, createGzip({ level: 6 }), output)
  // What the disk refuses ends the stream that is being filled, too; what it said comes first.
  const refused = written.then(() => new Promise<never>(() => {}))
  refused.catch(() => {})
  try {
    await fill({ add: (entry) => Promise.race([addEntry(archive, entry), refused]) })
    archive.finalize()
    await written
    await rename(draft, file)
  } catch (error) {
    archive.destroy()
    const end: unknown = await written.catch((reason: unknown) => reason)
    await rm(draft, { force: true })
    // Filling a stream that the disk has ended fails with other words.
    throw fileReason(end) === null ? error : end
  }
}

async function addEntry(archive: Pack, { path, size, content }: NewEntry): Promise<void> {
  const entry = archive.entry({ name: path, size, mode: 0o600, mtime: new Date() })
  let sent = 0
  const counted = async function* () {
    for await (const chunk of content) {
      sent += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from(counted()), entry)
  } catch (error) {
    throw sent === size ? error : new Error(`${path} changed while it was read.`, { cause: error })
  }
}

/**
 * The files of a `.tar.gz`, one after the other as a stream. Throws when the archive is cut or damaged,
 * after the whole entries that come before.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const archive = extract()
  const finished = pipeline(createReadStream(file), createGunzip(), archive)
  finished.catch(() => {})
  for await (const entry of archive) {
    const { name, size = 0 } = entry.header
    yield { path: name, size, content: buffersOf(entry) }
    // Drain an entry whose content the caller did not read.
    entry.resume()
  }
  // Reading to the end lets the checksum of the compressed file speak too.
  await finished
}

/** The library says nothing of what its streams carry. */
async function* buffersOf(source: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) throw new Error('a damaged entry')
    yield chunk
  }
}
