import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { IMAGE_MAXIMUM } from '#shared/features/ground/images/contract.ts'
import type { UploadedFile, UploadedStream } from '../calls/handlers.ts'
import { AppError } from '../errors.ts'

const LIMITS = { files: 1, fileSize: IMAGE_MAXIMUM, fields: 10, fieldSize: 4096, parts: 12, headerPairs: 50 }

/**
 * A truncated or malformed multipart body is the client's error, although the parser does not mark it as one.
 */
function blameSender(error: unknown): never {
  const isTold = error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined
  throw isTold ? error : new AppError('invalid', 'The upload is incomplete.')
}

/** Reads a complete multipart upload: one file and its fields. */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ file: UploadedFile | null; fields: Record<string, string> }> {
  return readParts(request).catch(blameSender)
}

async function readParts(request: FastifyRequest) {
  const fields: Record<string, string> = {}
  let file: UploadedFile | null = null
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type === 'field') {
      if (Object.hasOwn(Object.prototype, part.fieldname)) continue
      fields[part.fieldname] = String(part.value)
    } else {
      file = { bytes: await part.toBuffer(), name: part.filename, type: part.mimetype }
    }
  }
  if (file === null) throw new AppError('invalid', 'No file was sent.')
  return { file, fields }
}

/** Reads the fields of a multipart form that has no files. */
export async function readFields(request: FastifyRequest): Promise<Record<string, string>> {
  const parts = request.parts({ limits: { ...LIMITS, files: 0 } })
  const { fields, part } = await partsUpToFile(parts).catch(blameSender)
  if (part !== null) throw new AppError('invalid', 'This call takes no files.')
  return fields
}

/** A streamed upload, with a way to discard the rest. */
export interface OpenUpload extends UploadedStream {
  /** Fields before the file. */
  fields: Record<string, string>
  /** Consumes the rest of the upload: a client that is still sending does not read the response. */
  discard(): Promise<void>
}

type Parts = ReturnType<FastifyRequest['parts']>

function addField(fields: Record<string, string>, { fieldname, value, valueTruncated }: MultipartValue) {
  if (Object.hasOwn(Object.prototype, fieldname)) return
  if (valueTruncated) throw new AppError('tooLarge', `The field “${fieldname}” is too long.`)
  fields[fieldname] = String(value)
}

/** The fields before the file, and the file; null if there is none. */
async function partsUpToFile(parts: Parts) {
  const fields: Record<string, string> = {}
  for (;;) {
    const { done, value: part } = await parts.next()
    if (done) return { fields, part: null }
    if (part.type === 'file') return { fields, part }
    addField(fields, part)
  }
}

/**
 * Opens a streamed multipart upload. Refuses a file over `maximum` bytes while reading it, and fields after
 * the file once it is read, because they would have been ignored.
 */
export async function openUpload(request: FastifyRequest, maximum: number): Promise<OpenUpload> {
  const parts = request.parts({ limits: { ...LIMITS, fileSize: maximum } })
  const { fields, part } = await partsUpToFile(parts).catch(blameSender)
  if (part === null) throw new AppError('invalid', 'No file was sent.')
  const { file, filename } = part
  return {
    name: filename ?? '',
    fields,
    content: untilEnd(untilTooLarge(file, maximum), parts),
    async discard() {
      file.resume()
      await finished(file).catch(() => {})
    },
  }
}

async function* untilEnd(content: AsyncIterable<Uint8Array>, parts: Parts): AsyncGenerator<Uint8Array> {
  yield* content
  const { done } = await parts.next().catch(blameSender)
  if (!done) throw new AppError('invalid', 'Fields must come before the file.')
}

async function* untilTooLarge(
  file: Readable & { truncated: boolean },
  maximum: number,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file.iterator({ destroyOnReturn: false })
  } catch (error) {
    blameSender(error)
  }
  if (file.truncated) {
    const megabytes = Math.floor(maximum / (1024 * 1024))
    throw new AppError('tooLarge', `The file is larger than ${megabytes} MB.`)
  }
}
