import { AppError } from '../../errors.ts'
import type { Recognize, TableColumns } from './columns.ts'
import { DamagedFile } from './damaged-file.ts'
import { readBytes } from './file-reader.ts'
import { cutsOf, findHeader, HEADER_LINES, isBlank } from './header-reader.ts'
import { openText, type Row } from './row-reader.ts'
import { decodeText } from './text-decoder.ts'
import { isTotal } from './totals.ts'

type Cells = Readonly<Record<string, unknown>>

/** A row of an import, by field. */
export interface ImportRow {
  line: number
  cells: Cells
  /** Why nothing can be made of it. */
  fault?: string
  /** What kind of row it is that was never meant to be imported. */
  leftOut?: string
  /** Everything that the file has in this line, in the order of its columns. */
  all?: readonly unknown[]
}

/** Detected properties of a file, as far as it was read. */
export interface ReadTable {
  /** The names of its columns as it writes them; null for JSON lines, where each row names its own. */
  header: readonly string[] | null
  separator: string
}

/** How the tables of an import are understood. */
export interface TableKind {
  recognize: Recognize
  /** The names of its columns, for a file without a header. */
  expected: readonly string[]
}

export interface TableOptions extends TableKind {
  onTable?: (table: ReadTable) => void
}

/** Spreadsheets would treat such text as a formula, so our own files prefix it with an apostrophe. */
const GUARDED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/

export const unguarded = (cell: string) => (cell.startsWith("'") ? cell.replace(GUARDED, '') : cell)

interface Layout {
  /** Cells before the first one of the table. */
  from: number
  width: number
  single: readonly (readonly [field: string, place: number])[]
  several: readonly (readonly [field: string, places: readonly number[]])[]
  hasTotals: boolean
  constants: Cells | undefined
}

function layoutOf(
  header: readonly string[],
  from: number,
  { fields, report, constants }: TableColumns,
): Layout {
  const places = Object.entries(fields)
  return {
    from,
    width: header.length,
    single: places.flatMap(([field, [place = 0, ...others]]) => (others.length > 0 ? [] : [[field, place]])),
    several: places.filter(([, each]) => each.length > 1),
    hasTotals: report !== undefined,
    constants,
  }
}

/** The cells of a row by fields. Every row has its fields in the same order, which is read faster. */
function cellsOf({ single, several, constants }: Layout, all: readonly string[]): Cells {
  const cells: Record<string, unknown> = constants === undefined ? {} : { ...constants }
  for (const [field, place] of single) {
    const cell = all[place]
    if (cell !== undefined) cells[field] = unguarded(cell)
  }
  for (const [field, places] of several) {
    const place = places.find((each) => (all[each] ?? '').trim() !== '')
    if (place !== undefined) cells[field] = unguarded(all[place] ?? '')
  }
  return cells
}

const BADLY_QUOTED = 'A quote inside quotes must be doubled.'
const TOO_WIDE = 'The row has more cells than the header.'

function faultOf({ isMalformed }: Row, all: readonly string[], { width }: Layout): string | undefined {
  // If the cells still fit their columns, the quotes belong to the text.
  if (isMalformed && (all.length !== width || all.some((cell) => cell.includes('\n')))) return BADLY_QUOTED
  return all.length > width && all.slice(width).some((cell) => cell.trim() !== '') ? TOO_WIDE : undefined
}

/** Null for a last row that is cut off. */
function toImportRow(row: Row, layout: Layout): ImportRow | null {
  const all = layout.from === 0 ? row.cells : row.cells.slice(layout.from)
  const { line } = row
  const cells = cellsOf(layout, all)
  if (layout.hasTotals && isTotal(all)) return { line, cells, all, leftOut: 'a total' }
  const fault = all.length === layout.width && !row.isMalformed ? undefined : faultOf(row, all, layout)
  if (fault !== undefined) return { line, cells, all, fault }
  if (row.isOpen && all.length < layout.width) return null
  return { line, cells, all }
}

async function* readCsv(texts: AsyncIterable<string>, options: TableOptions): AsyncGenerator<ImportRow[]> {
  const { recognize, expected, onTable = () => {} } = options
  const text = await openText(texts)
  const { cuts } = cutsOf(text.head)
  const found = findHeader(cuts, (cells, above) =>
    recognize(cells, { isTable: true, above: above.map((row) => row.cells) }),
  )
  if (found === null) {
    await text.close()
    if (cuts.every(({ rows }) => rows.length === 0)) return
    throw new AppError(
      'unprocessable',
      `None of the first ${HEADER_LINES} lines is a header. Expected columns: ${expected.join(', ')}.`,
    )
  }
  const header = found.row.cells.map((cell) => cell.trim())
  onTable({ header, separator: found.separator })
  const layout = layoutOf(header, found.from, found.known)
  let index = -1
  for await (const rows of text.rows(found.separator)) {
    const batch: ImportRow[] = []
    for (const row of rows) {
      index += 1
      if (index <= found.row.index || isBlank(row.cells)) continue
      const read = toImportRow(row, layout)
      if (read === null) {
        yield batch
        throw new DamagedFile('Its last row is cut off.')
      }
      batch.push(read)
    }
    yield batch
  }
}

/** Its lines, some at a time. Unlike `node:readline`, this loop throws if the file cannot be read to its end. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  yield [rest]
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    return Object.fromEntries(Object.entries(value).map(([name, cell]) => [name.toLowerCase(), cell]))
  } catch {
    return null
  }
}

/** Names the fields of objects, whose keys are nearly always the same ones. */
function createNaming(recognize: Recognize) {
  const known = new Map<string, TableColumns['fields']>()
  return (object: Record<string, unknown>): Cells => {
    const keys = Object.keys(object)
    const mark = keys.join('\n')
    let fields = known.get(mark)
    if (fields === undefined) {
      fields = recognize(keys, { isTable: false, above: [] })?.fields ?? {}
      known.set(mark, fields)
    }
    for (const [field, places] of Object.entries(fields)) {
      const key = keys[places.find((place) => (object[keys[place] ?? ''] ?? '') !== '') ?? places[0] ?? 0]
      if (key !== undefined && key !== field) object[field] = object[key]
    }
    return object
  }
}

/** One JSON object to a line; blank lines are passed over. */
async function* readJsonLines(
  texts: AsyncIterable<string>,
  { recognize, onTable = () => {} }: TableOptions,
): AsyncGenerator<ImportRow[]> {
  const named = createNaming(recognize)
  let line = 0
  let faulty: ImportRow | null = null
  onTable({ header: null, separator: ',' })
  for await (const lines of linesOf(texts)) {
    const batch: ImportRow[] = []
    for (const text of lines) {
      if (faulty !== null) batch.push(faulty)
      faulty = null
      line += 1
      if (text.trim() === '') continue
      const object = parseObject(text)
      if (object === null) faulty = { line, cells: {}, all: [text], fault: 'The line is not a JSON object.' }
      else batch.push({ line, cells: named(object) })
    }
    yield batch
  }
  // A whole file ends with a line break, and so with a blank line.
  if (faulty !== null) throw new DamagedFile('Its last line is cut off.')
}

const JSON_LINES = /\.(ndjson|jsonl)(\.gz)?$/i

/** The rows of a CSV or of a file of JSON lines (`.ndjson`, `.jsonl`), some at a time, as they are read. */
export const readTable = (file: string, options: TableOptions): AsyncGenerator<ImportRow[]> =>
  JSON_LINES.test(file)
    ? readJsonLines(decodeText(readBytes(file), { isTable: false }), options)
    : readCsvBytes(readBytes(file), options)

/** The rows of a CSV, some at a time, as its bytes come. */
export const readCsvBytes = (
  content: AsyncIterable<Uint8Array>,
  options: TableOptions,
): AsyncGenerator<ImportRow[]> => readCsv(decodeText(content), options)
