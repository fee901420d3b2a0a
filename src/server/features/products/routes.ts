import type { previewEndpoints } from '#shared/features/preview/contract.ts'
import type { productEndpoints } from '#shared/features/products/contract.ts'
import type { Handlers } from '../../http/handlers.ts'
import { presentCard, presentProduct } from './present.ts'
import type { ProductsService } from './service.ts'

export function productHandlers(service: ProductsService): Handlers<typeof productEndpoints> {
  return {
    async preview({ query }) {
      const readings = await service.readProducts(query.asins ?? [])
      return [...readings.values()].map(presentCard)
    },
  }
}

/** The product side of the preview; a list with exactly one entry, whatever is known. */
export function previewHandlers(
  service: ProductsService,
): Handlers<Pick<typeof previewEndpoints, 'product'>> {
  return {
    async product({ params }) {
      const readings = await service.readProducts([params.asin])
      return [...readings.values()].map(presentProduct)
    },
  }
}
