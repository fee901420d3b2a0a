import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { TextDecoder } from 'node:util'
import { createGunzip } from 'node:zlib'
import { AppError } from '../errors.ts'
import { namesOf, readCells } from './csv-reader.ts'

type Cells = Readonly<Record<string, unknown>>

/** A row of a file by the names of its columns, in lower case; or why there is none on that line. */
export type FileRow =
  // With the columns of a table: their names as the file writes them, by those of the cells.
  | { line: number; cells: Cells; columns?: ReadonlyMap<string, string> }
  // With the cells of a row that has too many of them, and those for which the header has no name.
  | { line: number; fault: string; cells?: Cells; more?: readonly unknown[] }

/** A file that does not go on as it began; what came before is whole. */
export class DamagedFile extends AppError {
  constructor(message: string) {
    super('unprocessable', message)
  }
}

/** What spreadsheets would take for a formula carries an apostrophe in files of ours. */
const GUARDED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/

const unguarded = (cell: string) => (cell.startsWith("'") ? cell.replace(GUARDED, '') : cell)

/** Errors reach whoever reads the last stream. */
const nobody = () => {}

/** The bytes of a file, unpacked. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const bytes = createReadStream(file)
  try {
    for await (const chunk of /\.gz$/i.test(file) ? pipeline(bytes, createGunzip(), nobody) : bytes) {
      yield chunk as Buffer
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error
    throw new DamagedFile('It is compressed with gzip and is not whole.')
  }
}

/** Spreadsheets write Unicode in two ways; one of them begins with a mark. */
function encodingOf(start: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** The text of a file, without the mark that some programs put before it. */
async function* textOf(file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  const decoded = (chunk?: Buffer) => {
    decoder ??= new TextDecoder(encodingOf(chunk ?? Buffer.alloc(0)), { fatal: true })
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      const expected = decoder.encoding === 'utf-8' ? 'UTF-8' : 'UTF-16, as which it begins'
      throw new AppError('unprocessable', `The file is not text in ${expected}.`)
    }
  }
  for await (const chunk of bytesOf(file)) yield decoded(chunk)
  yield decoded()
}

/** Its lines, some at a time. Unlike the one of `node:readline`, this loop throws when the file cannot be read to its end. */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  let rest = ''
  for await (const text of textOf(file)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  yield [rest]
}

/** One JSON object to a line; blank lines are passed over. */
async function* readJsonLines(file: string): AsyncGenerator<FileRow[]> {
  let line = 0
  let faulty: number | null = null
  for await (const lines of linesOf(file)) {
    const batch: FileRow[] = []
    for (const text of lines) {
      if (faulty !== null) batch.push({ line: faulty, fault: 'The line is not a JSON object.' })
      faulty = null
      line += 1
      if (text.trim() === '') continue
      const cells = parseObject(text)
      if (cells === null) faulty = line
      else batch.push({ line, cells })
    }
    yield batch
  }
  // A whole file ends with a line's end, and so with a blank.
  if (faulty !== null) throw new DamagedFile('Its last line is cut off.')
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

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

interface Heading {
  names: readonly string[]
  columns: ReadonlyMap<string, string>
}

function headingOf(cells: readonly string[]): Heading {
  const names = namesOf(cells)
  return { names, columns: new Map(names.map((name, index) => [name, cells[index]?.trim() ?? ''])) }
}

/** The row of these cells; every row of a file has its names in the same order, which is read faster. */
function csvRow(line: number, { names, columns }: Heading, cells: readonly string[]): FileRow {
  const named: Record<string, unknown> = {}
  for (let index = 0; index < names.length && index < cells.length; index += 1)
    named[names[index] ?? ''] = unguarded(cells[index] ?? '')
  if (cells.length <= names.length) return { line, cells: named, columns }
  const more = cells.slice(names.length)
  return { line, fault: 'The row has more cells than the header.', cells: named, more }
}

/** A header, and then one row after the other; lines are counted as rows, header included. */
async function* readCsv(file: string): AsyncGenerator<FileRow[]> {
  const end = { isQuoted: false, isWhole: true }
  let heading: Heading | null = null
  let line = 1
  // What may have been cut off is kept back.
  let last: FileRow | undefined
  let cellsOfLast = 0
  for await (const rows of readCells(watchEnd(textOf(file), end))) {
    const batch = last === undefined ? [] : [last]
    for (const cells of rows) {
      if (isBlank(cells)) continue
      if (heading === null) {
        heading = headingOf(cells)
        continue
      }
      line += 1
      cellsOfLast = cells.length
      batch.push(csvRow(line, heading, cells))
    }
    last = batch.pop()
    yield batch
  }
  if (end.isQuoted || (!end.isWhole && cellsOfLast < (heading?.names.length ?? 0)))
    throw new DamagedFile('Its last row is cut off.')
  if (last !== undefined) yield [last]
}

/** Passes a CSV on and notes how it ends: within quotation marks, or without a line's end. */
async function* watchEnd(texts: AsyncIterable<string>, end: { isQuoted: boolean; isWhole: boolean }) {
  for await (const text of texts) {
    if (text === '') continue
    if (text.split('"').length % 2 === 0) end.isQuoted = !end.isQuoted
    end.isWhole = /[\r\n]$/.test(text)
    yield text
  }
}

/** The rows of a CSV or of a file of JSON lines (`.ndjson`, `.jsonl`), some at a time, as they are read; `.gz` is unpacked. */
export const readBatches = (file: string): AsyncGenerator<FileRow[]> =>
  /\.(ndjson|jsonl)(\.gz)?$/i.test(file) ? readJsonLines(file) : readCsv(file)

/** The same, one by one. */
export async function* readRows(file: string): AsyncGenerator<FileRow> {
  for await (const rows of readBatches(file)) yield* rows
}
