import type { StoredImage } from '../image-store/port.ts'
import { IntegrationError } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import { CreatedPost, MediaList } from './wordpress-schemas.ts'

/** Loads a hero image from our own store; null if it is not ours or no longer exists. */
export type LoadImage = (address: string) => Promise<StoredImage | null>

async function upload(client: VendorClient, { bytes, type }: StoredImage, name: string): Promise<number> {
  const media = await client
    .send({
      operation: 'upload image',
      method: 'POST',
      path: '/media',
      bytes: { body: new Uint8Array(bytes), type },
      headers: { 'content-disposition': `attachment; filename="${name}"` },
      answer: CreatedPost,
    })
    .catch((error) => {
      // WordPress calls a file that it does not take a failure of its own.
      if (error instanceof IntegrationError && error.vendorCode === 'rest_upload_sideload_error') {
        const { system, operation, vendorCode } = error
        throw new IntegrationError(error.message, { system, operation, kind: 'invalid', vendorCode })
      }
      throw error
    })
  return media.id
}

/**
 * Copies one of our images to the site, once, because our names end in a digest of the content. Null if the
 * image is not ours, or has a type that the site does not accept.
 */
export async function takeOverImage(
  client: VendorClient,
  loadImage: LoadImage,
  address: string,
): Promise<number | null> {
  const name = address.slice(address.lastIndexOf('/') + 1)
  if (!/^[a-z0-9-]+\.(jpg|png)$/.test(name)) return null
  const [known] = await client.send({
    operation: 'find image',
    method: 'GET',
    path: '/media',
    query: { slug: name.replace(/\.[a-z]+$/, ''), status: 'inherit', context: 'edit', _fields: 'id' },
    answer: MediaList,
  })
  if (known) return known.id
  const image = await loadImage(address)
  return image ? upload(client, image, name) : null
}
