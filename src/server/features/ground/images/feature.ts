import { imageHandlers } from './routes.ts'
import { createImagesService, type ImagesDeps } from './service.ts'

export function createImages(deps: ImagesDeps) {
  const service = createImagesService(deps)
  return { service, handlers: imageHandlers(service) }
}
