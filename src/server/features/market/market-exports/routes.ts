import type { marketExportEndpoints } from '#shared/features/market/market-exports/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { type ExportsService, presentExport } from '../../ground/area.ts'
import { MARKET_KEYWORDS, MARKET_PRODUCTS } from './market-files.ts'

export const marketExportHandlers = ({
  startExport,
}: Pick<ExportsService, 'startExport'>): Handlers<typeof marketExportEndpoints> => ({
  async keywords({ actor, query: { include_unknown: includeUnknown, ...query } }) {
    return presentExport(await startExport(actor, MARKET_KEYWORDS, { ...query, includeUnknown }))
  },
  products: async ({ actor, query }) => presentExport(await startExport(actor, MARKET_PRODUCTS, query)),
})
