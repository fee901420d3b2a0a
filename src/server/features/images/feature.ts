import type { ImageStore } from '../../integrations/image-store/port.ts'
import { imageHandlers } from './routes.ts'
import { createImagesService } from './service.ts'

export function createImages(parts: { images: ImageStore }) {
  const service = createImagesService(parts)
  return { service, handlers: imageHandlers(service) }
}
