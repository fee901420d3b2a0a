import { imageName, typeOfName } from './image-name.ts'
import type { ImageStore } from './port.ts'
import { type BucketOptions, createBucket } from './s3-bucket.ts'

export interface S3Options extends BucketOptions {
  /** Where images were kept before there was a bucket: their addresses stay good. */
  older?: ImageStore
}

/** Images in a bucket of S3, or of a store that speaks its language; browsers load them from its public address. */
export function createS3ImageStore(options: S3Options): ImageStore {
  const { older } = options
  const { publicBaseUrl, prefix } = options.bucket
  const base = `${publicBaseUrl}/${prefix}`
  const bucket = createBucket(options)
  return {
    async put(image, hint) {
      const name = imageName(image, hint)
      await bucket.write(name, image)
      // A plus in a path means a blank to S3, so it must be written as %2B, which this does.
      return base + encodeURIComponent(name)
    },
    async get(name) {
      const type = typeOfName(name)
      if (type === undefined) return null
      const early = await older?.get(name)
      if (early != null) return early
      const bytes = await bucket.read(name)
      return bytes === null ? null : { bytes, type }
    },
    async touch(name) {
      if (typeOfName(name) === undefined) return false
      return (await older?.touch(name)) === true || bucket.touch(name)
    },
    async listOlderThan(moment) {
      const early = (await older?.listOlderThan(moment)) ?? []
      const names = await bucket.list(moment)
      return [...early, ...names.filter((name) => typeOfName(name) !== undefined)]
    },
    async remove(name) {
      if (typeOfName(name) === undefined) return
      await older?.remove(name)
      await bucket.remove(name)
    },
    async check() {
      await bucket.check()
      return { adapter: 'S3', ok: true, detail: 'The bucket of pictures answers.' }
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
