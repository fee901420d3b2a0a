import Papa from 'papaparse'
import { AppError } from '../../errors.ts'
import type { Head } from './layout-reader.ts'

/** Characters; no line that means anything is longer. */
const LINE_MAXIMUM = 1024 * 1024
const COLUMNS_MAXIMUM = 1000
/** Characters from which a file's layout is told: always the same ones, however it is cut on its way. */
const HEAD = 64 * 1024
/** So many lines are held as rows at a time: of lines that say nothing, a piece has tens of thousands. */
const LINES_AT_ONCE = 4096

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

const countBreaks = (cell: string) => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

/** The same text with lines that end alike; what may be the first half of an end is kept back. */
async function* withLineEnds(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const text of texts) {
    const all = held + text
    held = all.endsWith('\r') ? '\r' : ''
    const whole = held === '' ? all : all.slice(0, -1)
    yield whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole
  }
  if (held !== '') yield '\n'
}

/** The same text, in parts of so many lines at most. */
function* inParts(text: string): Generator<string> {
  let from = 0
  let lines = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    lines += 1
    if (lines % LINES_AT_ONCE > 0) continue
    yield text.slice(from, end + 1)
    from = end + 1
  }
  if (from < text.length) yield text.slice(from)
}

/** Cuts text into rows as it comes; a row that is not whole yet waits for its rest. */
function createSplitter(delimiter: string) {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
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
    rest += text
    const isTooLong = rest.length > LINE_MAXIMUM
    if (rest.length < parseFrom && !isLast && !isTooLong) return []
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

/** A CSV text of which the beginning has been read. */
export interface OpenText {
  head: Head
  /** All of its rows, with the line in which each begins. */
  rows(separator: string): AsyncGenerator<Row[]>
  /** Reads no further. */
  close(): Promise<void>
}

/** Opens a text, whatever ends its lines. */
export async function openText(texts: AsyncIterable<string>): Promise<OpenText> {
  const pieces = withLineEnds(texts)
  let begun = ''
  let isAll = false
  while (begun.length <= HEAD && !isAll) {
    const { done, value } = await pieces.next()
    isAll = done === true
    begun += value ?? ''
  }
  return {
    head: { text: begun.slice(0, HEAD), isAll: begun.length <= HEAD },
    async *rows(separator) {
      const split = createSplitter(separator)
      for (const part of inParts(begun)) yield split(part, false)
      for await (const text of pieces) for (const part of inParts(text)) yield split(part, false)
      yield split('', true)
    },
    async close() {
      await pieces.return(undefined)
    },
  }
}
