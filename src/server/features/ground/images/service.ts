import sharp from 'sharp'
import {
  IMAGE_MAXIMUM,
  IMAGE_NOT_LOADED,
  imageEndpoints,
  MOST_PIXELS,
  NOT_AN_IMAGE,
  TOO_MANY_PIXELS,
} from '#shared/features/ground/images/contract.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { ImageStore, StoredImage } from '../../../integrations/image-store/port.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { WebFetcher } from '../../../integrations/web-fetcher/port.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { createConcurrencyLimit, createPersonalLimit } from '../../../security/concurrency-limit.ts'
import { createThrottle } from '../../../security/throttle.ts'
import { withoutAncillaryChunks } from './png-reader.ts'
import { listShownImages } from './queries.ts'

export interface ImagesDeps {
  db: Db
  clock: () => Date
  images: ImageStore
  web: WebFetcher
  /** Public address of the product. Images below it are already ours. */
  publicUrl: string
  /** Pictures that one user may store in 24 hours. */
  uploadsPerDay: number
}

const REMOVED_AT_ONCE = 100
/** Slots of one user among those that load and decode pictures for all users. */
const PLACES_OF_PERSON = 2
const WAITING_OF_PERSON = 8

/** Longest side in pixels of a stored picture: twice what the widest site shows. */
const LONGEST_SIDE = 2400
const DECODING_SECONDS = 20

const SIGNATURES: readonly { type: StoredImage['type']; bytes: Buffer }[] = [
  { type: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
]

/** JPEG or PNG, detected from the first bytes. The file name and the declared type prove nothing. */
function typeOf(bytes: Buffer): StoredImage['type'] | undefined {
  return SIGNATURES.find((signature) => bytes.subarray(0, signature.bytes.length).equals(signature.bytes))
    ?.type
}

/** Re-encodes the picture: upright, no larger than needed, and without metadata. */
async function cleanImage(sent: Buffer): Promise<StoredImage> {
  const type = typeOf(sent)
  if (type === undefined) throw new AppError('unsupported', NOT_AN_IMAGE)
  const bytes = type === 'image/png' ? withoutAncillaryChunks(sent) : sent
  try {
    // Reads only the header; nothing is decoded yet.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MOST_PIXELS) throw new AppError('tooLarge', TOO_MANY_PIXELS)
    const small = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODING_SECONDS })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    const written = type === 'image/png' ? small.png() : small.jpeg({ quality: 85, mozjpeg: true })
    return { bytes: await written.toBuffer(), type }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('unprocessable', NOT_AN_IMAGE)
  }
}

export type ImageKeeping = Pick<ImagesDeps, 'images'>

/** Cleans and stores pictures, a few at a time. `key` is the prefix of the name. Returns the address. */
export function createImageKeeper({ images }: ImageKeeping): (bytes: Buffer, key: string) => Promise<string> {
  // The same picture never comes twice, so sharp's cache would only waste memory.
  sharp.cache(false)
  const inTurn = createConcurrencyLimit({
    atOnce: 2,
    mostWaiting: 20,
    refusal: 'Too many images are uploading. Try again in a moment.',
  })
  return async (bytes, key) => images.put(await inTurn(() => cleanImage(bytes)), key)
}

/** The path of one of our own addresses; any other address unchanged. */
const ownPathOf = (address: string, publicUrl: string) =>
  address.startsWith(`${publicUrl}/images/`) ? address.slice(publicUrl.length) : address

/**
 * Deletes pictures older than a day that nothing shows; a form may still be open with a newer one. Usage is
 * checked again before every batch, since a user may start using an old picture at any moment.
 */
async function removeUnusedImages({ db, images, clock }: ImagesDeps): Promise<void> {
  let left = await images.listOlderThan(new Date(clock().getTime() - DAY_MS))
  while (left.length > 0) {
    const shown = await listShownImages(db)
    const unused = left.filter((name) => !shown.has(name))
    for (const name of unused.splice(0, REMOVED_AT_ONCE)) await images.remove(name)
    left = unused
  }
}

export function createImagesService(deps: ImagesDeps) {
  const { db, images, web, publicUrl, clock } = deps
  const storeImage = createImageKeeper(deps)
  const inPersonsTurn = createPersonalLimit({
    atOnce: PLACES_OF_PERSON,
    mostWaiting: WAITING_OF_PERSON,
    refusal: 'Your other images are still uploading. Try again in a moment.',
  })
  const perPerson = createThrottle(db, {
    name: 'pictures of person',
    most: deps.uploadsPerDay,
    windowMs: DAY_MS,
  })

  /** Counts an upload of a user; throws 429 above the daily limit. */
  async function countUpload(actor: Caller): Promise<void> {
    const retryAfter = await perPerson.take(String(actor.id), clock())
    if (retryAfter > 0)
      throw new AppError('tooMany', 'You’ve uploaded too many images today. Try again tomorrow.', {
        retryAfter,
      })
  }

  /** Stores the picture at a web address. One of our own stays where it is. */
  async function takeOverImage(address: string, key: string): Promise<string> {
    const path = ownPathOf(address, publicUrl)
    const name = images.nameOf(path)
    if (name !== null && (await images.touch(name))) return path
    if (name !== null || path.startsWith('/')) throw new AppError('unprocessable', IMAGE_NOT_LOADED)
    const request = { accept: 'image/jpeg, image/png', mostBytes: IMAGE_MAXIMUM }
    const { bytes } = await web.get(address, request).catch((error: unknown) => {
      // The same error for every failure: a different one would reveal the target of an address.
      if (error instanceof IntegrationError) throw new AppError('unprocessable', IMAGE_NOT_LOADED)
      throw error
    })
    return storeImage(bytes, key)
  }

  return {
    /** Stores a picture, or the one at an address; returns its address. */
    async addImage(actor: Caller, source: { bytes: Buffer } | { address: string }, key: string) {
      requires(actor, imageEndpoints.store.access)
      await countUpload(actor)
      const address = await inPersonsTurn(actor.id, () =>
        'bytes' in source ? storeImage(source.bytes, key) : takeOverImage(source.address, key),
      )
      // Without its audit entry nobody can find it, and it is deleted with the unused ones.
      await audit(db, actor, 'picture.stored', { id: address })
      return address
    },
    removeUnusedImages: () => removeUnusedImages(deps),
  }
}
export type ImagesService = ReturnType<typeof createImagesService>
