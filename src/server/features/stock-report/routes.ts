import type { stockReportEndpoints } from '#shared/features/stock-report/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { type Cell, workbookOf } from '../../files/workbook.ts'
import { presentBoardProduct, presentReported, presentSummary } from './present.ts'
import type { ReportedProduct, StockReportService } from './service.ts'

type Column = readonly [header: string, width: number, cell: (row: ReportedProduct, timeZone: string) => Cell]

const COLUMNS: readonly Column[] = [
  ['ASIN', 14, ({ asin }) => asin],
  ['Name', 40, ({ name }) => name],
  ['Article title', 60, ({ postTitle }) => postTitle],
  ['Status', 16, ({ stock }) => stock],
  ['Since', 12, ({ since }, timeZone) => since && dayAt(since, timeZone)],
  ['Award', 20, ({ award }) => award],
  ['At risk a week, USD', 16, ({ atRisk, isEstimated }) => (isEstimated ? null : atRisk)],
  ['A sale brings, USD', 16, ({ commission }) => commission?.per_sale ?? null],
  ['Site', 8, ({ site }) => site],
  ['Post ID', 10, ({ postId }) => postId],
  ['Permalink', 60, ({ permalink }) => permalink],
]

async function* cellsOf(rows: AsyncIterable<ReportedProduct>, timeZone: string) {
  for await (const row of rows) yield COLUMNS.map(([, , cell]) => cell(row, timeZone))
}

export function stockReportHandlers(
  service: StockReportService,
  timeZone: string,
): Handlers<typeof stockReportEndpoints> {
  return {
    async list({ query }) {
      const { rows, total, atRisk, unknown } = await service.readPage(query)
      return { pageInfo: { total, AT_RISK: atRisk, UNKNOWN: unknown }, edges: rows.map(presentReported) }
    },
    async products({ query }) {
      const { rows, total } = await service.readProducts(query)
      return { pageInfo: { total }, edges: rows.map(presentBoardProduct) }
    },
    summary: async ({ query }) => presentSummary(await service.readSummary(query)),
    xlsx: async ({ query }) => ({
      name: 'oos.xlsx',
      content: workbookOf({
        name: 'Products OOS',
        columns: COLUMNS.map(([header, width]) => ({ header, width })),
        rows: cellsOf(service.readAll(query), timeZone),
      }),
    }),
  }
}
