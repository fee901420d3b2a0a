import { imageHandlers } from './routes.ts'
import { createImagesService, type ImagesParts } from './service.ts'

export function createImages(parts: ImagesParts) {
  const service = createImagesService(parts)
  return { service, handlers: imageHandlers(service) }
}
