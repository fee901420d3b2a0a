import Papa from 'papaparse'
import { AppError } from '../../errors.ts'
import { columnsOf } from './heading-reader.ts'

/** Characters; no line that means anything is longer. */
const LINE_MAXIMUM = 1024 * 1024
const COLUMNS_MAXIMUM = 1000

export interface Row {
  /** Where it begins, counted from 1. */
  line: number
  cells: string[]
  /** A quote inside quotes is not doubled: where the cell ends is anybody's guess. */
  isMalformed: boolean
}

interface Parsed {
  data: string[][]
  errors: { code: string; row: number }[]
  meta: { cursor: number }
}

const refused = (message: string) => new AppError('unprocessable', message)

/** Commas, unless the first line says otherwise: a heading between semicolons or tabs, or tabs and no comma. */
function delimiterOf(firstLine: string): string {
  const hasHeading = (delimiter: string) =>
    columnsOf(firstLine.replaceAll('"', '').split(delimiter)).hasHeading
  const found = [',', ';', '\t'].find(hasHeading)
  return found ?? (firstLine.includes('\t') && !firstLine.includes(',') ? '\t' : ',')
}

const countBreaks = (cell: string) => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

/** Lines end alike afterwards; what may be the first half of an end is kept back. */
function createLineEnds() {
  let held = ''
  return (text: string, isLast: boolean): string => {
    const all = held + text
    held = !isLast && all.endsWith('\r') ? '\r' : ''
    const whole = held === '' ? all : all.slice(0, -1)
    return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole
  }
}

/** Cuts text into rows as it comes; a row that is not whole yet waits for its rest. */
function createSplitter() {
  const withLineEnds = createLineEnds()
  let parser: Papa.Parser | null = null
  let rest = ''
  let line = 1
  let parseFrom = 0

  function toRows({ data, errors }: Parsed): Row[] {
    const malformed = new Set(errors.map(({ row }) => row))
    return data.map((cells, index) => {
      if (cells.length > COLUMNS_MAXIMUM)
        throw refused(`Line ${line} has more than ${COLUMNS_MAXIMUM.toLocaleString('en')} columns.`)
      const row = { line, cells, isMalformed: malformed.has(index) }
      line += 1 + cells.reduce((breaks, cell) => breaks + countBreaks(cell), 0)
      return row
    })
  }

  return (text: string, isLast: boolean): Row[] => {
    rest += withLineEnds(text, isLast)
    const isTooLong = rest.length > LINE_MAXIMUM
    const isWaiting = rest.length < parseFrom || (parser === null && !rest.includes('\n'))
    if (isWaiting && !isLast && !isTooLong) return []
    parser ??= new Papa.Parser({ delimiter: delimiterOf(rest.split('\n', 1)[0] ?? ''), newline: '\n' })
    const parsed = parser.parse(rest, 0, !isLast) as Parsed
    const rows = toRows(parsed)
    if (parsed.errors.some(({ code }) => code === 'MissingQuotes'))
      throw refused(`The quote that opens in line ${rows.at(-1)?.line} is never closed.`)
    rest = rest.slice(parsed.meta.cursor)
    if (rest.length > LINE_MAXIMUM) throw refused(`Line ${line} is longer than a million characters.`)
    // A row that never ends is looked at whenever it has doubled, and not with every piece.
    parseFrom = rest.length * 2
    return rows
  }
}

/** The rows of a CSV text, whatever ends its lines, with the line in which each begins. */
export async function* splitRows(texts: AsyncIterable<string>): AsyncGenerator<Row[]> {
  const split = createSplitter()
  for await (const text of texts) yield split(text, false)
  yield split('', true)
}
