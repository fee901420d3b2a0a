import type { S3Client } from '@aws-sdk/client-s3'
import { createConcurrencyLimit } from '../../security/concurrency-limit.ts'
import type { VendorSettings } from '../../vendor-settings.ts'
import { IntegrationError, type IntegrationErrorKind, kindOfStatus } from '../integration-error.ts'
import { imageName, typeOfName } from './image-name.ts'
import type { ImageStore, StoredImage } from './port.ts'

const SYSTEM = 'The image store'
const TIMEOUT_MS = 5000
const TRIES = 2
const CACHE_CONTROL = 'public, max-age=31536000, immutable'
/** What we put is at most a few megabytes; anything larger is not ours. */
const MOST_BYTES = 20 * 1024 * 1024

export interface S3Options {
  bucket: NonNullable<VendorSettings['s3']>
  /** Where images were kept before there was a bucket: their addresses stay good. */
  older?: ImageStore
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

/** The kit is large: it is loaded when the first image comes, and not when the server starts. */
async function connect({ bucket, timeoutMs = TIMEOUT_MS }: S3Options) {
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

/** Images in a bucket of S3, or of a store that speaks its language; browsers load them from its public address. */
export function createS3ImageStore(options: S3Options): ImageStore {
  const { bucket, older, timeoutMs = TIMEOUT_MS } = options
  const base = `${bucket.publicBaseUrl}/`
  const inTurn = createConcurrencyLimit({
    atOnce: 4,
    mostWaiting: 50,
    refusal: 'Too many pictures are being stored. Please try again in a moment.',
  })
  let connected: ReturnType<typeof connect> | null = null

  async function use<Answer>(
    operation: string,
    call: (parts: Awaited<ReturnType<typeof connect>>, abortSignal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    return inTurn(async () => {
      // All tries together, and the body to its end.
      const time = AbortSignal.timeout(2 * timeoutMs)
      try {
        connected ??= connect(options)
        return await call(await connected, time)
      } catch (error) {
        throw asIntegrationError(error, operation, time.aborted)
      }
    })
  }

  async function read(name: string): Promise<Buffer | null> {
    return use('read an image', async ({ sdk, client }, abortSignal) => {
      try {
        const command = new sdk.GetObjectCommand({ Bucket: bucket.bucket, Key: name })
        const { Body, ContentLength = 0 } = await client.send(command, { abortSignal })
        if (Body === undefined || ContentLength > MOST_BYTES) return null
        return Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof sdk.NoSuchKey || (error as SdkFailure).name === 'NotFound') return null
        throw error
      }
    })
  }

  return {
    async put(image: StoredImage, hint: string) {
      const name = imageName(image, hint)
      await use('keep an image', ({ sdk, client }, abortSignal) =>
        client.send(
          new sdk.PutObjectCommand({
            Bucket: bucket.bucket,
            Key: name,
            Body: image.bytes,
            ContentLength: image.bytes.length,
            ContentType: image.type,
            CacheControl: CACHE_CONTROL,
          }),
          { abortSignal },
        ),
      )
      // A plus in a path means a blank to S3, so it must be written as %2B, which this does.
      return base + encodeURIComponent(name)
    },
    async get(name) {
      const type = typeOfName(name)
      if (type === undefined) return null
      const early = await older?.get(name)
      if (early != null) return early
      const bytes = await read(name)
      return bytes === null ? null : { bytes, type }
    },
    async keep(name) {
      if (typeOfName(name) === undefined) return false
      if (await older?.keep(name)) return true
      return use('keep an image', async ({ sdk, client }, abortSignal) => {
        const found = await client
          .send(new sdk.HeadObjectCommand({ Bucket: bucket.bucket, Key: name }), { abortSignal })
          .catch((error: SdkFailure) => {
            if (error.$metadata?.httpStatusCode === 404) return null
            throw error
          })
        if (found === null) return false
        // An object cannot be touched; copied onto itself, it is new.
        const copy = new sdk.CopyObjectCommand({
          Bucket: bucket.bucket,
          Key: name,
          CopySource: `${bucket.bucket}/${encodeURIComponent(name)}`,
          MetadataDirective: 'REPLACE',
          ContentType: found.ContentType,
          CacheControl: CACHE_CONTROL,
        })
        await client.send(copy, { abortSignal })
        return true
      })
    },
    async listOlderThan(moment) {
      const old = (await older?.listOlderThan(moment)) ?? []
      await use('list images', async ({ sdk, client }, abortSignal) => {
        const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket.bucket }, { abortSignal })
        for await (const { Contents = [] } of pages) {
          for (const { Key = '', LastModified } of Contents) {
            if (typeOfName(Key) !== undefined && LastModified && LastModified < moment) old.push(Key)
          }
        }
      })
      return old
    },
    async remove(name) {
      if (typeOfName(name) === undefined) return
      await older?.remove(name)
      await use('remove an image', ({ sdk, client }, abortSignal) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket: bucket.bucket, Key: name }), { abortSignal }),
      )
    },
    nameOf(address) {
      if (!address.startsWith(base)) return older?.nameOf(address) ?? null
      try {
        return decodeURIComponent(address.slice(base.length))
      } catch {
        return null
      }
    },
  }
}
