import type { marketImportEndpoints } from '#shared/features/market/market-imports/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { MarketImportsService } from './service.ts'

export const marketImportHandlers = (
  service: MarketImportsService,
): Handlers<typeof marketImportEndpoints> => ({
  keywords: ({ actor, stream }) => service.keywords(actor, stream),
  products: ({ actor, stream }) => service.products(actor, stream),
})
