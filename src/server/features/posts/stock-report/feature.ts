import { stockReportHandlers } from './routes.ts'
import { createStockReportService, type StockReportParts } from './service.ts'

export function createStockReport(parts: StockReportParts) {
  const service = createStockReportService(parts)
  return { service, handlers: stockReportHandlers(service, parts.timeZone) }
}
