import type { stockReportEndpoints } from '#shared/features/stock-report/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import {
  mayChangeLive,
  presentBoardProduct,
  presentPlaces,
  presentReported,
  presentSummary,
} from './present.ts'
import { reportFile } from './report-file.ts'
import type { StockReportService } from './service.ts'

export function stockReportHandlers(
  service: StockReportService,
  timeZone: string,
): Handlers<typeof stockReportEndpoints> {
  return {
    async list({ query, actor }) {
      const { rows, total, atRisk, unknown } = await service.readPage(query)
      return {
        pageInfo: { total, AT_RISK: atRisk, UNKNOWN: unknown },
        edges: rows.map((row) => presentReported(actor, row)),
      }
    },
    async products({ query, actor }) {
      const { rows, total } = await service.readProducts(query)
      return { pageInfo: { total }, edges: rows.map((product) => presentBoardProduct(actor, product)) }
    },
    summary: async ({ query }) => presentSummary(await service.readSummary(query)),
    places: async ({ query, actor }) => presentPlaces(await service.readPlaces(query, mayChangeLive(actor))),
    xlsx: async ({ query }) => ({ name: 'oos.xlsx', content: reportFile(service.readAll(query), timeZone) }),
  }
}
