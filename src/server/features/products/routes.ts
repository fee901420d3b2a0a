import type { productEndpoints } from '#shared/features/products/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { presentCard } from './present.ts'
import type { ProductsService } from './service.ts'

export function productHandlers(service: ProductsService): Handlers<typeof productEndpoints> {
  return {
    async preview({ query }) {
      const readings = await service.readProducts(query.asins ?? [])
      return [...readings.values()].map(presentCard)
    },
  }
}
