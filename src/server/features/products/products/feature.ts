import { productHandlers } from './routes.ts'
import { createProductsService, type ProductsDeps } from './service.ts'

export { importAvailability } from './verbs/import-availability.ts'

export function createProducts(deps: ProductsDeps) {
  const service = createProductsService(deps)
  return { service, handlers: productHandlers(service) }
}
