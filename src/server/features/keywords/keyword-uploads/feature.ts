import { uploadHandlers } from './routes.ts'
import { createUploadsService, type UploadParts } from './service.ts'

export function createKeywordUploads(parts: UploadParts) {
  const service = createUploadsService(parts)
  return { service, handlers: uploadHandlers(service) }
}
