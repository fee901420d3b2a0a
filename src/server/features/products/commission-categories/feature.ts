import { categoryHandlers } from './routes.ts'
import { type CategoryParts, createCategoriesService } from './service.ts'

export function createCommissionCategories(parts: CategoryParts) {
  const service = createCategoriesService(parts)
  return { service, handlers: categoryHandlers(service) }
}
