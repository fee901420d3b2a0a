import { previewHandlers } from './routes.ts'
import { createPreviewService, type PreviewDeps } from './service.ts'

export function createPreview(deps: PreviewDeps) {
  return { handlers: previewHandlers(createPreviewService(deps), deps.products) }
}
