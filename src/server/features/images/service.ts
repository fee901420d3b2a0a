import sharp from 'sharp'
import { NOT_AN_IMAGE } from '#shared/features/images/contract.ts'
import { AppError } from '../../errors.ts'
import type { ImageStore } from '../../integrations/image-store/port.ts'

/** Pixels; a picture that decodes to more is refused before it is decoded. */
const MOST_PIXELS = 25_000_000

export function createImagesService({ images }: { images: ImageStore }) {
  return {
    /** Decodes and writes the picture anew, so that nothing but the picture is kept. Answers its address. */
    async storeImage(bytes: Buffer, key: string): Promise<string> {
      try {
        const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        const { format } = await picture.metadata()
        if (format !== 'jpeg' && format !== 'png') throw new AppError('unsupported', NOT_AN_IMAGE)
        const clean = await picture.rotate().toBuffer()
        return images.put({ bytes: clean, type: `image/${format}` }, key)
      } catch (error) {
        if (error instanceof AppError) throw error
        throw new AppError('unprocessable', NOT_AN_IMAGE)
      }
    },
  }
}
export type ImagesService = ReturnType<typeof createImagesService>
