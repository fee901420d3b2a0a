import Papa from 'papaparse'
import { z } from 'zod'
import {
  CONSOLE_LIMITS,
  dbQueryEndpoints,
  type QueryRows,
} from '#shared/features/operate/db-query/contract.ts'
import { cutWords, isNumeric } from '#shared/features/operate/db-query/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { safeText } from '#shared/format/safe-text.ts'
import { type Cell, workbookOf } from '../../../files/workbook.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'

export const QUERY_REPORT = 'query-report'

const Request = z.object({ query: z.string(), format: z.enum(['csv', 'xlsx']) })

const DIGITS_KEPT = 15

/** A number if spreadsheets can store it exactly, otherwise text. */
function cellOf(value: string | null, type: string): Cell {
  if (value === null || !isNumeric(type) || value.replace(/\D/g, '').length > DIGITS_KEPT) return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

/** The result and, if it was cut, a last line that says so. */
function* linesOf({ columns, rows, cut }: QueryRows): Generator<Cell[]> {
  for (const row of rows) yield row.map((value, place) => cellOf(value, columns[place]?.type ?? ''))
  if (cut !== null) yield [cutWords(cut, rows.length, CONSOLE_LIMITS), ...columns.slice(1).map(() => null)]
}

const csvCell = (cell: Cell) => (typeof cell === 'string' ? safeText(cell) : cell)

function* csvOf(answer: QueryRows): Generator<string> {
  const line = (cells: readonly Cell[]) => `${Papa.unparse([cells.map(csvCell)], { newline: '\n' })}\n`
  // Byte order mark, so that Excel recognizes UTF-8.
  yield '\ufeff'
  yield line(answer.columns.map(({ name }) => name))
  for (const cells of linesOf(answer)) yield line(cells)
}

interface FileDeps {
  clock: () => Date
  timeZone: string
  /** Runs the statement for the user who requested the file, with that user's current permissions. */
  askFor: (userId: number, statement: string) => Promise<QueryRows>
}

async function* fileOf({ askFor }: FileDeps, { query, format }: z.infer<typeof Request>, ownerId: number) {
  const answer = await askFor(ownerId, query)
  if (format === 'csv') return yield* csvOf(answer)
  const columns = answer.columns.map(({ name }) => ({ header: name, width: 18 }))
  yield* workbookOf({ name: 'Report', columns, rows: linesOf(answer) })
}

/** The files of what statements answer, as a kind of export. */
export function queryFiles(deps: FileDeps): ExportKinds {
  const { access } = dbQueryEndpoints.export
  return {
    [QUERY_REPORT]: exportKind(Request, {
      access: typeof access === 'string' ? [] : access,
      callers: 'person',
      nameOf: ({ format }) => `report-${dayAt(deps.clock(), deps.timeZone)}.${format}`,
      write: (request, ownerId) => fileOf(deps, request, ownerId),
    }),
  }
}
