import type { imageEndpoints } from '#shared/features/images/contract.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { ImagesService } from './service.ts'

export function imageHandlers(service: ImagesService): Handlers<typeof imageEndpoints> {
  return {
    async store({ actor, body, file }) {
      service.countUpload(actor)
      const address = file
        ? await service.storeImage(file.bytes, body.key)
        : await service.takeOverImage(body.imageUrl, body.key)
      return { image_url: address }
    },
  }
}
