import type { productLibraryEndpoints } from '#shared/features/products/product-library/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import {
  presentLibraryProduct,
  presentListed,
  presentMention,
  presentProviderData,
  presentScan,
  presentShown,
  presentStats,
} from './present.ts'
import type { LibraryService } from './service.ts'

export function libraryHandlers(
  service: LibraryService,
  clock: () => Date,
): Handlers<typeof productLibraryEndpoints> {
  return {
    async list({ query }) {
      const { rows, total, isMore, stocks } = await service.listProducts(query)
      const now = clock()
      return { nodes: rows.map((row) => presentListed(row, now)), totalCount: total, is_more: isMore, stocks }
    },
    async scans() {
      const { isScanning, running, last, calls, callsPerDay } = await service.readScans()
      return {
        is_scanning: isScanning,
        running: presentShown(running),
        last: presentShown(last),
        calls_today: calls,
        calls_per_day: callsPerDay,
      }
    },
    scan: async ({ actor, body }) => presentScan(await service.askForScan(actor, body)),
    read: async ({ params }) => presentLibraryProduct(await service.readProduct(params.id), clock()),
    stocks: async ({ params }) =>
      (await service.listStocks(params.id)).map(({ id, stock, createdAt }) => ({
        product_stock_id: id,
        stock,
        created_at: createdAt.toISOString(),
      })),
    prices: async ({ params }) =>
      (await service.listPrices(params.id)).map(({ cents, currency, createdAt }) => ({
        cents,
        currency,
        created_at: createdAt.toISOString(),
      })),
    providerData: async ({ params }) => presentProviderData(await service.readProviderData(params.id)),
    async stats({ params }) {
      const { asin, stories } = await service.listStats(params.id)
      return presentStats(asin, stories)
    },
    articles: async ({ actor, params }) => (await service.listMentions(actor, params.id)).map(presentMention),
  }
}
