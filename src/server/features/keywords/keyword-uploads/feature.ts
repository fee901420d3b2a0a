import { uploadHandlers } from './routes.ts'
import { createUploadsService, type UploadDeps } from './service.ts'

export function createKeywordUploads(deps: UploadDeps) {
  const service = createUploadsService(deps)
  return { service, handlers: uploadHandlers(service) }
}
