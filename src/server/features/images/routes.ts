import type { imageEndpoints } from '#shared/features/images/contract.ts'
import { AppError } from '../../errors.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { ImagesService } from './service.ts'

export function imageHandlers(service: ImagesService): Handlers<typeof imageEndpoints> {
  return {
    async store({ body, file }) {
      if (file) return { image_url: await service.storeImage(file.bytes, body.key) }
      throw new AppError('unavailable', 'Taking over a picture by its address is not there yet.')
    },
  }
}
