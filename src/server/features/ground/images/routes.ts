import type { imageEndpoints } from '#shared/features/ground/images/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { ImagesService } from './service.ts'

export function imageHandlers(service: ImagesService): Handlers<typeof imageEndpoints> {
  return {
    async store({ actor, body, file }) {
      const source = file ? { bytes: file.bytes } : { address: body.imageUrl }
      return { image_url: await service.addImage(actor, source, body.key) }
    },
  }
}
