import { stockReportHandlers } from './routes.ts'
import { createStockReportService, type StockReportDeps } from './service.ts'

export function createStockReport(deps: StockReportDeps) {
  const service = createStockReportService(deps)
  return { service, handlers: stockReportHandlers(service, deps.timeZone) }
}
