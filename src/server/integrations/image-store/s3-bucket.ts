import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../../errors.ts'
import { createConcurrencyLimit } from '../../security/concurrency-limit.ts'
import { IntegrationError, type IntegrationErrorKind, kindOfStatus } from '../integration-error.ts'
import type { StoredImage } from './port.ts'
import type { S3Account } from './s3-settings.ts'

const SYSTEM = 'The image store'
const TIMEOUT_MS = 5000
const TRIES = 2
const CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** What we put is at most a few megabytes; anything larger is not ours. */
const MOST_BYTES = 20 * 1024 * 1024

export interface BucketOptions {
  bucket: S3Account
  timeoutMs?: number
}

/** The SDK's errors carry the answer's status, when there was an answer. */
interface SdkFailure {
  name?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

function kindOf(error: SdkFailure): IntegrationErrorKind {
  const status = error.$metadata?.httpStatusCode
  if (status !== undefined && status >= 300) return kindOfStatus(status)
  if (status !== undefined) return 'bad_response'
  // The kit calls a cut line a time-out too.
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return 'unavailable'
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'timeout' : 'unavailable'
}

function asIntegrationError(error: unknown, operation: string, isLate: boolean): IntegrationError {
  if (error instanceof IntegrationError) return error
  const failure = (typeof error === 'object' && error !== null ? error : {}) as SdkFailure
  const status = failure.$metadata?.httpStatusCode
  return new IntegrationError(`${SYSTEM} could not ${operation}: ${String(error)}`, {
    system: SYSTEM,
    operation,
    kind: isLate ? 'timeout' : kindOf(failure),
    ...(status === undefined ? {} : { status }),
    ...(failure.name === undefined ? {} : { vendorCode: failure.name }),
    cause: error,
  })
}

/** Every store says what it has written; a page that says yes to everything, such as a proxy's, does not. */
const notStored = (operation: string) =>
  new IntegrationError(`${SYSTEM} did not confirm what it stored`, {
    system: SYSTEM,
    operation,
    kind: 'bad_response',
    advice: `${SYSTEM} answered without storing anything. Check its address.`,
  })

/** The kit is large: it is loaded when the first image comes, and not when the server starts. */
async function connect({ bucket, timeoutMs = TIMEOUT_MS }: BucketOptions) {
  const sdk = await import('@aws-sdk/client-s3')
  const client: S3Client = new sdk.S3Client({
    region: bucket.region,
    ...(bucket.endpoint === undefined ? {} : { endpoint: bucket.endpoint }),
    ...(bucket.credentials === undefined ? {} : { credentials: bucket.credentials }),
    forcePathStyle: bucket.forcePathStyle,
    // Checksums in trailers are what other makers' stores do not understand.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
  })
  return { sdk, client }
}

type Calls = ReturnType<typeof createCalls>

/** Calls to the bucket: a few at a time, each with a time limit. Every failure is an IntegrationError. */
function createCalls(options: BucketOptions) {
  const { timeoutMs = TIMEOUT_MS } = options
  const inTurn = createConcurrencyLimit({
    atOnce: 4,
    mostWaiting: 50,
    refusal: 'Too many images are uploading. Try again in a moment.',
  })
  let connected: ReturnType<typeof connect> | null = null

  async function use<Answer>(
    operation: string,
    call: (deps: Awaited<ReturnType<typeof connect>>, abortSignal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    // The wait for a turn, all tries together, and the body to its end.
    const time = AbortSignal.timeout(2 * timeoutMs)
    const work = async () => {
      connected ??= connect(options)
      return call(await connected, time)
    }
    return inTurn(work, time).catch((error) => {
      throw error instanceof AppError ? error : asIntegrationError(error, operation, time.aborted)
    })
  }

  return use
}

async function read(use: Calls, Bucket: string, Key: string): Promise<Buffer | null> {
  return use('read an image', async ({ sdk, client }, abortSignal) => {
    try {
      const command = new sdk.GetObjectCommand({ Bucket, Key })
      const { Body, ContentLength = 0 } = await client.send(command, { abortSignal })
      if (Body === undefined || ContentLength > MOST_BYTES) return null
      return Buffer.from(await Body.transformToByteArray())
    } catch (error) {
      if (error instanceof sdk.NoSuchKey || (error as SdkFailure).name === 'NotFound') return null
      throw error
    }
  })
}

async function write(use: Calls, Bucket: string, Key: string, image: StoredImage): Promise<void> {
  const object = {
    Bucket,
    Key,
    Body: image.bytes,
    ContentLength: image.bytes.length,
    ContentType: image.type,
    CacheControl: CACHE_CONTROL,
  }
  await use('keep an image', async ({ sdk, client }, abortSignal) => {
    const { ETag } = await client.send(new sdk.PutObjectCommand(object), { abortSignal })
    if (ETag === undefined) throw notStored('keep an image')
  })
}

async function touch(use: Calls, Bucket: string, Key: string): Promise<boolean> {
  return use('keep an image', async ({ sdk, client }, abortSignal) => {
    const found = await client
      .send(new sdk.HeadObjectCommand({ Bucket, Key }), { abortSignal })
      .catch((error: SdkFailure) => {
        if (error.$metadata?.httpStatusCode === 404) return null
        throw error
      })
    if (found === null) return false
    // An object cannot be touched; copied onto itself, it is new.
    const copy = new sdk.CopyObjectCommand({
      Bucket,
      Key,
      CopySource: [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/'),
      MetadataDirective: 'REPLACE',
      ContentType: found.ContentType,
      CacheControl: CACHE_CONTROL,
    })
    const { CopyObjectResult } = await client.send(copy, { abortSignal })
    if (CopyObjectResult?.ETag === undefined) throw notStored('keep an image')
    return true
  })
}

async function list(use: Calls, folder: { Bucket: string; Prefix: string }, moment: Date): Promise<string[]> {
  const readPage = (ContinuationToken: string | undefined) =>
    use('list images', ({ sdk, client }, abortSignal) =>
      client.send(new sdk.ListObjectsV2Command({ ...folder, ContinuationToken }), { abortSignal }),
    )
  const old: string[] = []
  let next: string | undefined
  do {
    const { Contents = [], NextContinuationToken } = await readPage(next)
    for (const { Key, LastModified } of Contents) {
      if (Key !== undefined && LastModified && LastModified < moment) old.push(Key)
    }
    next = NextContinuationToken
  } while (next !== undefined)
  return old
}

async function check(use: Calls, Bucket: string, Prefix: string): Promise<void> {
  await use('list images', async ({ sdk, client }, abortSignal) => {
    const { Name } = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), {
      abortSignal,
    })
    if (Name === undefined) throw notStored('list images')
  })
}

async function remove(use: Calls, Bucket: string, Key: string): Promise<void> {
  await use('remove an image', ({ sdk, client }, abortSignal) =>
    client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
  )
}

/** The objects of one bucket below its prefix, by name. Throws IntegrationError. */
export function createBucket(options: BucketOptions) {
  const use = createCalls(options)
  const { bucket: name, prefix } = options.bucket
  return {
    /** Null if the object does not exist. */
    read: (key: string) => read(use, name, prefix + key),
    write: (key: string, image: StoredImage) => write(use, name, prefix + key, image),
    /** Resets an object's age; false if it does not exist. */
    touch: (key: string) => touch(use, name, prefix + key),
    /** The names of the objects that were written last before this moment. */
    list: async (moment: Date) =>
      (await list(use, { Bucket: name, Prefix: prefix }, moment)).map((key) => key.slice(prefix.length)),
    /** Whether the bucket is there and lets us in. */
    check: () => check(use, name, prefix),
    remove: (key: string) => remove(use, name, prefix + key),
  }
}
