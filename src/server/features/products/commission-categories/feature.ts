import { categoryHandlers } from './routes.ts'
import { type CategoryDeps, createCategoriesService } from './service.ts'

export function createCommissionCategories(deps: CategoryDeps) {
  const service = createCategoriesService(deps)
  return { service, handlers: categoryHandlers(service) }
}
