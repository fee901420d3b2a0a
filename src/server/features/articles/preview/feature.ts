import { previewHandlers } from './routes.ts'
import { createPreviewService, type PreviewParts } from './service.ts'

export function createPreview(parts: PreviewParts) {
  return { handlers: previewHandlers(createPreviewService(parts), parts.products) }
}
