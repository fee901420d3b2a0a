import sharp from 'sharp'
import type { ImageStore } from '../../../integrations/image-store/port.ts'

/** How many logos' colours are remembered; a publisher has fewer sites. */
const REMEMBERED = 500

const hex = (channel: number) => Math.round(channel).toString(16).padStart(2, '0')

/** The colour that most of a picture has, as `#RRGGBB`; null for a picture that cannot be read. */
async function dominantOf(bytes: Buffer): Promise<string | null> {
  const { dominant } = await sharp(bytes).flatten({ background: '#ffffff' }).stats()
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`
}

/**
 * The main colour of a site's logo, `#RRGGBB`; null if the logo is not stored here or cannot be read. A new
 * logo has a new address, so the result can be cached for ever.
 */
export function createSiteColourReader(images: Pick<ImageStore, 'get' | 'nameOf'>) {
  const known = new Map<string, string | null>()
  return async (logoUrl: string): Promise<string | null> => {
    const remembered = known.get(logoUrl)
    if (remembered !== undefined) return remembered
    const name = images.nameOf(logoUrl)
    try {
      const image = name === null ? null : await images.get(name)
      const colour = image === null ? null : await dominantOf(image.bytes)
      if (known.size >= REMEMBERED) known.clear()
      known.set(logoUrl, colour)
      return colour
    } catch {
      // A store that is away says nothing of the logo: the next reader asks again.
      return null
    }
  }
}
