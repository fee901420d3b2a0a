import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Header } from 'tar'

export type NewEntry = { path: string; size: number; content: Iterable<Buffer> | AsyncIterable<Buffer> }

export type ArchiveWriter = {
  /** Appends a file; its content must have exactly `size` bytes. */
  add(entry: NewEntry): Promise<void>
}

export type ArchiveEntry = { path: string; size: number; content: AsyncIterable<Buffer> }

const blockSize = 512

/**
 * Writes a `.tar.gz` as a stream: `fill` adds the files, and only a whole archive that has reached the disk
 * gets its name. It is readable for its owner alone.
 */
export async function writeArchive(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const draft = `${file}.${process.pid}.partial`
  const gzip = createGzip({ level: 6 })
  const written = pipeline(gzip, createWriteStream(draft, { mode: 0o600, flush: true }))
  written.catch(() => {})
  const write = async (chunk: Buffer) => {
    if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), written])
  }
  try {
    await fill({ add: (entry) => addEntry(write, entry) })
    gzip.end(Buffer.alloc(2 * blockSize))
    await written
    await rename(draft, file)
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

async function addEntry(
  write: (chunk: Buffer) => Promise<void>,
  { path, size, content }: NewEntry,
): Promise<void> {
  const header = new Header({ path, size, mode: 0o600, type: 'File', mtime: new Date() })
  const isTooLong = header.encode()
  if (isTooLong || !header.block) throw new Error(`The path ${path} is too long for the archive.`)
  await write(header.block)
  let sent = 0
  for await (const chunk of content) {
    sent += chunk.length
    await write(chunk)
  }
  if (sent !== size) throw new Error(`${path} changed while it was read.`)
  await write(Buffer.alloc(padding(size)))
}

/**
 * The files of a `.tar.gz`, one after the other as a stream. Throws when the archive is cut or damaged,
 * after the whole entries that come before.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const gunzip = createGunzip()
  const finished = pipeline(createReadStream(file), gunzip)
  finished.catch(() => {})
  const bytes = readBytes(gunzip)
  try {
    for (;;) {
      const header = new Header(await bytes.take(blockSize))
      if (header.nullBlock) break
      const { path, size } = header
      if (!header.cksumValid || path === undefined || size === undefined) throw new Error('a damaged entry')
      const content = bytes.stream(size)
      yield { path, size, content }
      // Whoever did not care for the content has left it to us.
      for await (const _ of content);
      await bytes.take(padding(size))
    }
    // Reading to the end lets the checksum of the compressed file speak too.
    await bytes.rest()
    await finished
  } finally {
    gunzip.destroy()
  }
}

/** Pieces of any size out of a stream that comes in chunks of its own size. */
function readBytes(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function next(limit: number): Promise<Buffer> {
    while (rest.length === 0) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('it ends too early')
      rest = value
    }
    const piece = rest.subarray(0, limit)
    rest = rest.subarray(piece.length)
    return piece
  }

  async function* stream(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0; ) {
      const piece = await next(left)
      left -= piece.length
      yield piece
    }
  }

  async function take(size: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of stream(size)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  return {
    stream,
    take,
    rest: async () => {
      for await (const _ of { [Symbol.asyncIterator]: () => chunks });
    },
  }
}

function padding(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize
}
