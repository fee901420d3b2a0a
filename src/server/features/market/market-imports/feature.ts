import { marketImportHandlers } from './routes.ts'
import { createMarketImportsService, type MarketImportParts } from './service.ts'

export const createMarketImports = (parts: MarketImportParts) => ({
  handlers: marketImportHandlers(createMarketImportsService(parts)),
})
