import { productHandlers } from './routes.ts'
import { createProductsService, type ProductsParts } from './service.ts'

export { importAvailability } from './verbs/import-availability.ts'

export function createProducts(parts: ProductsParts) {
  const service = createProductsService(parts)
  return { service, handlers: productHandlers(service) }
}
