import type { productEndpoints } from '#shared/features/products/products/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentCard } from './present.ts'
import type { ProductsService } from './service.ts'

export function productHandlers(service: ProductsService): Handlers<typeof productEndpoints> {
  return {
    async search({ query }) {
      const { readings, isByName } = await service.searchProducts(query.query)
      return { products: readings.map(presentCard), by_name: isByName }
    },
    async preview({ query }) {
      const readings = await service.readProducts(query.asins ?? [])
      return [...readings.values()].map(presentCard)
    },
  }
}
