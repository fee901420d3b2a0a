import type { IncomingMessage } from 'node:http'
import { type Duplex, PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'

/** Undoes one content coding; several on top of each other have no honest use. */
function decoder(coding = 'identity'): Duplex {
  const name = coding.trim().toLowerCase()
  if (name === '' || name === 'identity') return new PassThrough()
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'br') return createBrotliDecompress()
  throw new Error('An encoding that was not requested')
}

/** Passes chunks on until there are too many bytes of them. */
async function* upTo(most: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let received = 0
  for await (const chunk of chunks) {
    received += chunk.length
    if (received > most) throw new Error('Too large')
    yield chunk
  }
}

/** The whole body, decompressed; throws as soon as it has more than `most` bytes on the wire or unpacked. */
export async function readBody(
  response: IncomingMessage,
  most: number,
  signal: AbortSignal,
): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > most) throw new Error('Too large')
  const kept: Buffer[] = []
  await pipeline(
    response,
    (chunks: AsyncIterable<Buffer>) => upTo(most, chunks),
    decoder(response.headers['content-encoding']),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of upTo(most, chunks)) kept.push(chunk)
    },
    { signal },
  )
  return Buffer.concat(kept)
}
