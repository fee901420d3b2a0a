import type { stockReportEndpoints } from '#shared/features/posts/stock-report/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { mayChangeLive, presentBoardProduct, presentReported } from './present.ts'
import { reportFile } from './report-file.ts'
import type { StockReportService } from './service.ts'

export function stockReportHandlers(
  service: StockReportService,
  timeZone: string,
): Handlers<typeof stockReportEndpoints> {
  return {
    async list({ query, actor }) {
      const { pageInfo, rows } = await service.readPage(query)
      return { pageInfo, edges: rows.map((row) => presentReported(actor, row)) }
    },
    async products({ query, actor }) {
      const { rows, total } = await service.readProducts(query)
      return { nodes: rows.map((product) => presentBoardProduct(actor, product)), totalCount: total }
    },
    summary: ({ query }) => service.readSummary(query),
    places: ({ query, actor }) => service.readPlaces(query, mayChangeLive(actor)),
    xlsx: async ({ query }) => ({ name: 'oos.xlsx', content: reportFile(service.readAll(query), timeZone) }),
  }
}
