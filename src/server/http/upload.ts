import type { FastifyRequest } from 'fastify'
import { IMAGE_MAXIMUM } from '#shared/features/images/contract.ts'
import { AppError } from '../errors.ts'
import type { UploadedFile, UploadedStream } from './handlers.ts'

const LIMITS = { files: 1, fileSize: IMAGE_MAXIMUM, fields: 10, fieldSize: 4096, parts: 12, headerPairs: 50 }

/** What the parser makes of a body that is cut or no multipart at all is the sender's fault, though it does not say so. */
function blameSender(error: unknown): never {
  const isTold = error instanceof AppError || (error as { statusCode?: number }).statusCode !== undefined
  throw isTold ? error : new AppError('invalid', 'The upload is incomplete.')
}

/** Reads a multipart upload whole: its one file and the fields beside it. */
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

/** Opens a multipart upload that is read as it comes; a file beyond `maximum` bytes is refused while it is read. */
export async function openUpload(request: FastifyRequest, maximum: number): Promise<UploadedStream> {
  const part = await request.file({ limits: { ...LIMITS, fileSize: maximum } }).catch(blameSender)
  if (part === undefined) throw new AppError('invalid', 'No file was sent.')
  return { name: part.filename, content: untilTooLarge(part.file, maximum) }
}

async function* untilTooLarge(
  file: AsyncIterable<Uint8Array> & { truncated: boolean },
  maximum: number,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch (error) {
    blameSender(error)
  }
  if (file.truncated) {
    const megabytes = Math.floor(maximum / (1024 * 1024))
    throw new AppError('tooLarge', `The file is larger than ${megabytes} MB.`)
  }
}
