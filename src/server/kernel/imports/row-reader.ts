import Papa from 'papaparse'
import { DamagedFile } from './damaged-file.ts'

/** Characters; no line that means anything is longer. */
const LINE_MAXIMUM = 1024 * 1024
const COLUMNS_MAXIMUM = 1000
/** Characters used to detect a file's layout: always the same ones, however the file is chunked. */
const HEAD = 64 * 1024
/** Lines per batch of rows: a chunk of nearly empty lines contains tens of thousands. */
const LINES_AT_ONCE = 4096

/** The beginning of a file's text, its lines ended alike; the last of them may be cut unless it is the whole text. */
export interface Head {
  text: string
  isAll: boolean
}

export interface Row {
  /** The line it begins in, counted from 1. */
  line: number
  cells: string[]
  /** A quote inside a quoted cell is not doubled, so the end of the cell is a guess. */
  isMalformed: boolean
  /** The file ends with it, without a line break. */
  isOpen: boolean
}

interface Parsed {
  data: string[][]
  errors: { code: string; row: number }[]
  meta: { cursor: number }
}

const countBreaks = (cell: string) => (cell.includes('\n') ? cell.split('\n').length - 1 : 0)

/** Normalizes line breaks; holds back a character that may be the first half of one. */
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

/** Splits the text into parts with a limited number of lines. */
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
  let open: DamagedFile | null = null

  function toRows({ data, errors }: Parsed, hasQuotes: boolean): Row[] {
    const malformed = new Set(errors.map(({ row }) => row))
    return data.map((cells, index) => {
      if (cells.length > COLUMNS_MAXIMUM)
        throw new DamagedFile(`Line ${line} has more than ${COLUMNS_MAXIMUM.toLocaleString('en')} columns.`)
      const row = { line, cells, isMalformed: hasQuotes && malformed.has(index), isOpen: false }
      // Only a cell in quotes may hold line breaks.
      line += hasQuotes ? 1 + cells.reduce((breaks, cell) => breaks + countBreaks(cell), 0) : 1
      return row
    })
  }

  function split(text: string, isLast: boolean): Row[] {
    rest += text
    const isTooLong = rest.length > LINE_MAXIMUM
    if (rest.length < parseFrom && !isLast && !isTooLong) return []
    const parsed = parser.parse(rest, 0, !isLast) as Parsed
    const rows = toRows(parsed, rest.includes('"'))
    if (parsed.errors.some(({ code }) => code === 'MissingQuotes'))
      open = new DamagedFile(`The quote that opens in line ${rows.pop()?.line} is never closed.`)
    rest = rest.slice(parsed.meta.cursor)
    if (rest.length > LINE_MAXIMUM) throw new DamagedFile(`Line ${line} is longer than a million characters.`)
    const last = rows.at(-1)
    if (isLast && last !== undefined && open === null) last.isOpen = true
    // A row that never ends is looked at whenever it has doubled, and not with every piece.
    parseFrom = rest.length * 2
    return rows
  }

  return { split, unclosed: () => open }
}

/** A CSV text whose beginning has been read. */
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
  let damage: DamagedFile | null = null
  while (begun.length <= HEAD && !isAll && damage === null) {
    try {
      const { done, value } = await pieces.next()
      isAll = done === true
      begun += value ?? ''
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error
      // Return the rows before the damage first, if there are any.
      if (!begun.includes('\n')) throw error
      damage = error
    }
  }
  return {
    head: { text: begun.slice(0, HEAD), isAll: isAll && begun.length <= HEAD },
    async *rows(separator) {
      const { split, unclosed } = createSplitter(separator)
      for (const part of inParts(begun)) yield split(part, false)
      if (damage !== null) throw damage
      for await (const text of pieces) for (const part of inParts(text)) yield split(part, false)
      yield split('', true)
      const open = unclosed()
      if (open !== null) throw open
    },
    async close() {
      await pieces.return(undefined)
    },
  }
}
