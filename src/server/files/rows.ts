import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import Papa from 'papaparse'
import { AppError } from '../errors.ts'

/** A row of a file by the names of its columns, in lower case; or why there is none on that line. */
export type FileRow =
  | { line: number; cells: Readonly<Record<string, unknown>> }
  | { line: number; fault: string }

/** What spreadsheets would take for a formula carries an apostrophe in files of ours. */
const GUARDED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/

const unguarded = (cell: unknown) => (typeof cell === 'string' ? cell.replace(GUARDED, '') : cell)

/** Errors reach whoever reads the last stream. */
const nobody = () => {}

/** The text of a file, unpacked, without the mark that some programs put before it. */
async function* textOf(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new AppError('unprocessable', 'The file is not text in UTF-8.')
    }
  }
  for await (const chunk of /\.gz$/i.test(file) ? pipeline(bytes, createGunzip(), nobody) : bytes) {
    yield decoded(chunk as Buffer)
  }
  yield decoded()
}

/** Its lines. Unlike the one of `node:readline`, this loop throws when the file cannot be read to its end. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const text of textOf(file)) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

/** One JSON object to a line; blank lines are passed over. */
async function* readJsonLines(file: string): AsyncGenerator<FileRow> {
  let line = 0
  for await (const text of linesOf(file)) {
    line += 1
    if (text.trim() === '') continue
    const cells = parseObject(text)
    yield cells === null ? { line, fault: 'The line is no JSON object.' } : { line, cells }
  }
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

/** A header, and then one row after the other; lines are counted as rows, header included. */
async function* readCsv(file: string): AsyncGenerator<FileRow> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
  })
  const rows: AsyncIterable<Record<string, unknown>> = pipeline(Readable.from(textOf(file)), parser, nobody)
  let line = 1
  for await (const { __parsed_extra: extra, ...row } of rows) {
    line += 1
    const cells = Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, unguarded(cell)]))
    yield extra === undefined ? { line, cells } : { line, fault: 'The row has more cells than the header.' }
  }
}

/** The rows of a CSV or of a file of JSON lines (`.ndjson`, `.jsonl`), as they are read; `.gz` is unpacked. */
export const readRows = (file: string): AsyncGenerator<FileRow> =>
  /\.(ndjson|jsonl)(\.gz)?$/i.test(file) ? readJsonLines(file) : readCsv(file)
