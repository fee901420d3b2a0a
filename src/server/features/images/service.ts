import sharp from 'sharp'
import {
  IMAGE_MAXIMUM,
  IMAGE_NOT_LOADED,
  imageEndpoints,
  MOST_PIXELS,
  NOT_AN_IMAGE,
  TOO_MANY_PIXELS,
} from '#shared/features/images/contract.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import type { ImageStore, StoredImage } from '../../integrations/image-store/port.ts'
import { IntegrationError } from '../../integrations/integration-error.ts'
import type { WebFetcher } from '../../integrations/web-fetcher/port.ts'
import { type Caller, requires } from '../../security/actor.ts'
import { audit } from '../../security/audit.ts'
import { createConcurrencyLimit, createPersonalLimit } from '../../security/concurrency-limit.ts'
import { createThrottle } from '../../security/throttle.ts'
import { withoutAncillaryChunks } from './png-reader.ts'
import { listShownImages } from './queries.ts'

export interface ImagesParts {
  db: Db
  clock: () => Date
  images: ImageStore
  web: WebFetcher
  /** Where people reach the product: images under it are ours already. */
  publicUrl: string
  /** Pictures that one person may store in 24 hours. */
  uploadsPerDay: number
}

const REMOVED_AT_ONCE = 100
/** One person's share of the places in which pictures are loaded and decoded for everybody. */
const PLACES_OF_PERSON = 2
const WAITING_OF_PERSON = 8

/** Longest side in pixels of what is kept: twice what the widest site shows. */
const LONGEST_SIDE = 2400
const DECODING_SECONDS = 20

const SIGNATURES: readonly { type: StoredImage['type']; bytes: Buffer }[] = [
  { type: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
]

/** JPEG or PNG by how the file begins. Its name and the type that the sender claims say nothing. */
function typeOf(bytes: Buffer): StoredImage['type'] | undefined {
  return SIGNATURES.find((signature) => bytes.subarray(0, signature.bytes.length).equals(signature.bytes))
    ?.type
}

/** Decodes the picture and writes it anew: upright, no larger than needed, and nothing in the file but the picture. */
async function cleanImage(sent: Buffer): Promise<StoredImage> {
  const type = typeOf(sent)
  if (type === undefined) throw new AppError('unsupported', NOT_AN_IMAGE)
  const bytes = type === 'image/png' ? withoutAncillaryChunks(sent) : sent
  try {
    // The header only; nothing is decoded yet.
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

export type ImageKeeping = Pick<ImagesParts, 'images'>

/** Cleans pictures and keeps them, a few at a time; `key` only begins the name. Answers the address. */
export function createImageKeeper({ images }: ImageKeeping): (bytes: Buffer, key: string) => Promise<string> {
  // Pictures never come twice, so what the decoder would remember is only memory lost.
  sharp.cache(false)
  const inTurn = createConcurrencyLimit({
    atOnce: 2,
    mostWaiting: 20,
    refusal: 'Too many images are uploading. Try again in a moment.',
  })
  return async (bytes, key) => images.put(await inTurn(() => cleanImage(bytes)), key)
}

/** The path of an address that is ours, or the address of another place as it is. */
const ownPathOf = (address: string, publicUrl: string) =>
  address.startsWith(`${publicUrl}/images/`) ? address.slice(publicUrl.length) : address

/**
 * Removes the pictures that nothing shows and nobody stored in the last day: a form may still be open with one. What
 * is shown is asked for anew before every few, since somebody may show an old picture at any moment.
 */
async function removeUnusedImages({ db, images, clock }: ImagesParts): Promise<void> {
  let left = await images.listOlderThan(new Date(clock().getTime() - DAY_MS))
  while (left.length > 0) {
    const shown = await listShownImages(db)
    const unused = left.filter((name) => !shown.has(name))
    for (const name of unused.splice(0, REMOVED_AT_ONCE)) await images.remove(name)
    left = unused
  }
}

export function createImagesService(parts: ImagesParts) {
  const { db, images, web, publicUrl, clock } = parts
  const storeImage = createImageKeeper(parts)
  const inPersonsTurn = createPersonalLimit({
    atOnce: PLACES_OF_PERSON,
    mostWaiting: WAITING_OF_PERSON,
    refusal: 'Your other images are still uploading. Try again in a moment.',
  })
  const perPerson = createThrottle(db, {
    name: 'pictures of person',
    most: parts.uploadsPerDay,
    windowMs: DAY_MS,
  })

  /** Counts a picture that a person is about to store; 429 when it is one too many for a day. */
  async function countUpload(actor: Caller): Promise<void> {
    const retryAfter = await perPerson.take(String(actor.id), clock())
    if (retryAfter > 0)
      throw new AppError('tooMany', 'You’ve uploaded too many images today. Try again tomorrow.', {
        retryAfter,
      })
  }

  /** Stores the picture at an address of the web; one that is ours already stays where it is. */
  async function takeOverImage(address: string, key: string): Promise<string> {
    const path = ownPathOf(address, publicUrl)
    const name = images.nameOf(path)
    if (name !== null && (await images.keep(name))) return path
    if (name !== null || path.startsWith('/')) throw new AppError('unprocessable', IMAGE_NOT_LOADED)
    const request = { accept: 'image/jpeg, image/png', mostBytes: IMAGE_MAXIMUM }
    const { bytes } = await web.get(address, request).catch((error: unknown) => {
      // Whatever went wrong out there, one answer: a second one would tell what lies behind an address.
      if (error instanceof IntegrationError) throw new AppError('unprocessable', IMAGE_NOT_LOADED)
      throw error
    })
    return storeImage(bytes, key)
  }

  return {
    /** Stores a picture, or the one at an address; answers where it is kept. */
    async addImage(actor: Caller, source: { bytes: Buffer } | { address: string }, key: string) {
      requires(actor, imageEndpoints.store.access)
      await countUpload(actor)
      const address = await inPersonsTurn(actor.id, () =>
        'bytes' in source ? storeImage(source.bytes, key) : takeOverImage(source.address, key),
      )
      // Without its entry nobody learns where it is, and it goes with the unused ones.
      await audit(db, actor, 'picture.stored', { id: address })
      return address
    },
    removeUnusedImages: () => removeUnusedImages(parts),
  }
}
export type ImagesService = ReturnType<typeof createImagesService>
