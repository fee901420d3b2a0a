import { dayAt } from '#shared/format/day.ts'
import { type Cell, workbookOf } from '../../files/workbook.ts'
import type { ReportedProduct } from './service.ts'

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

/** What cannot be bought, as a workbook. */
export const reportFile = (rows: AsyncIterable<ReportedProduct>, timeZone: string) =>
  workbookOf({
    name: 'Products OOS',
    columns: COLUMNS.map(([header, width]) => ({ header, width })),
    rows: cellsOf(rows, timeZone),
  })
