import { marketImportHandlers } from './routes.ts'
import { createMarketImportsService, type MarketImportDeps } from './service.ts'

export const createMarketImports = (deps: MarketImportDeps) => ({
  handlers: marketImportHandlers(createMarketImportsService(deps)),
})
