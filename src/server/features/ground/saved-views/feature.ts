import { viewHandlers } from './routes.ts'
import { createViewsService, type ViewParts } from './service.ts'

export function createSavedViews(parts: ViewParts) {
  const service = createViewsService(parts)
  return { service, handlers: viewHandlers(service) }
}
