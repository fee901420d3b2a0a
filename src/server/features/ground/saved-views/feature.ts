import { viewHandlers } from './routes.ts'
import { createViewsService, type ViewDeps } from './service.ts'

export function createSavedViews(deps: ViewDeps) {
  const service = createViewsService(deps)
  return { service, handlers: viewHandlers(service) }
}
