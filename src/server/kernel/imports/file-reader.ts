import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AppError } from '../../errors.ts'
import { DamagedFile } from './damaged-file.ts'

const GZIP = 0x1f8b

async function isPacked(file: string): Promise<boolean> {
  const start = Buffer.alloc(2)
  try {
    const opened = await open(file)
    await opened.read(start, 0, 2, 0)
    await opened.close()
  } catch {
    throw new AppError('notFound', `Cannot read the file ${file}.`)
  }
  return start.readUInt16BE() === GZIP
}

/**
 * The bytes of a file, decompressed if it is a gzip file, whatever it is called. The file is opened when the first
 * chunk is read: an earlier error would have no listener.
 */
export async function* readBytes(file: string): AsyncGenerator<Uint8Array> {
  const bytes = (await isPacked(file))
    ? pipeline(createReadStream(file), createGunzip(), () => {})
    : createReadStream(file)
  try {
    yield* bytes
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error
    throw new DamagedFile('It is compressed with gzip and incomplete.')
  }
}
