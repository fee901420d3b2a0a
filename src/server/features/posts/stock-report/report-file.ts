import { dayAt } from '#shared/format/day.ts'
import { type Cell, workbookOf } from '../../../files/workbook.ts'
import type { ReportedProduct } from './service.ts'

type Column = readonly [header: string, width: number, cell: (row: ReportedProduct, timeZone: string) => Cell]

const COLUMNS: readonly Column[] = [
  ['ASIN', 14, ({ ASIN }) => ASIN],
  ['Name', 40, ({ TITLE }) => TITLE],
  ['Article title', 60, ({ POST_TITLE }) => POST_TITLE],
  ['Status', 16, ({ AVAILABILITY_TYPE }) => AVAILABILITY_TYPE],
  ['Since', 12, ({ since }, timeZone) => since && dayAt(new Date(since), timeZone)],
  ['Award', 20, ({ award }) => award],
  ['At risk a week, USD', 16, (row) => (row.is_estimate ? null : row.at_risk)],
  ['A sale brings, USD', 16, ({ commission }) => commission?.per_sale ?? null],
  ['Site', 8, ({ site }) => site],
  ['Post ID', 10, ({ POST_ID }) => POST_ID],
  ['Permalink', 60, ({ PERMALINK }) => PERMALINK],
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
