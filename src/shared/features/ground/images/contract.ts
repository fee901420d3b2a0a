import { z } from 'zod'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, text } from '../../../http/fields.ts'

export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const
export const NOT_AN_IMAGE = 'You can only upload JPG/PNG file!'
/** Bytes. */
export const IMAGE_MAXIMUM = 10 * 1024 * 1024
/** Pixels; a picture that decodes to more is refused before it is decoded. */
export const MOST_PIXELS = 25_000_000
export const TOO_MANY_PIXELS = 'The image is larger than 25 megapixels.'
export const IMAGE_NOT_LOADED = 'Couldn’t load an image from this address.'

export const Target = z.object({ key: text(300).default(''), site: Id.optional() })

export const imageEndpoints = {
  store: endpoint({
    method: 'POST',
    path: '/api/images',
    access: ['CreateArticle', 'ValidateArticles', 'ManageSites'],
    summary:
      'Store a hero image, or the logo of a site: a file (multipart: file, site, key) or the address of one (JSON).',
    body: Target.extend({ imageUrl: text(2000).min(1) }),
    upload: Target,
    answer: z.object({ image_url: z.string() }),
    perMinute: 60,
  }),
}
