import type {
  UploadColumn,
  UploadInspection,
  UploadSeparator,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { type OpenText, openText, type Row } from '../../../kernel/imports/row-reader.ts'
import { decodeText } from '../../../kernel/imports/text-decoder.ts'
import { createSieve } from './junk-reader.ts'
import { withoutRefusal } from './keyword-reader.ts'
import { type Layout, readLayout } from './layout-reader.ts'
import { CHARACTERS } from './mapping-reader.ts'

const COLUMNS_SHOWN = 100
const ROWS_SHOWN = 6
const TEXT_SHOWN = 80

const SEPARATOR_NAMES = new Map(
  Object.entries(CHARACTERS).map(([name, character]) => [character, name as UploadSeparator]),
)

/** The first rows of a file's beginning, as far as its table shows. */
async function* firstRows({ head }: OpenText, separator: string): AsyncGenerator<Row> {
  const beginning = await openText(
    (async function* () {
      // The last, incomplete line is left out if there are others, because its quotes may be unclosed.
      yield head.isAll ? head.text : head.text.slice(0, head.text.lastIndexOf('\n') + 1) || head.text
    })(),
  )
  for await (const rows of beginning.rows(separator)) yield* rows
}

/** Lines above the table, and its first lines. */
async function showLines(text: OpenText, layout: Layout) {
  const sieve = createSieve({ ...layout, hasHeading: false, at: { keyword: 0, ...layout.at } })
  const lines: UploadInspection['lines'] = []
  for await (const row of firstRows(text, layout.separator)) {
    if (lines.length === ROWS_SHOWN) break
    for (const { line, cells } of sieve.sift(withoutRefusal([row], layout.from))) {
      const shown = cells.slice(0, COLUMNS_SHOWN)
      lines.push({ line, cells: shown.map((cell) => cell.trim().slice(0, TEXT_SHOWN).toWellFormed()) })
    }
  }
  return { lines: lines.slice(0, ROWS_SHOWN), leftOut: sieve.leftOut() }
}

/** Describes a file by its beginning, without reading the rest. Refuses a file that is not text. */
export async function inspectFile(
  content: AsyncIterable<Uint8Array>,
  separator: UploadSeparator | undefined,
): Promise<UploadInspection> {
  let encoding: UploadInspection['encoding'] = 'UTF-8'
  const text = await openText(
    decodeText(content, {
      onEncoding(found) {
        encoding = found
      },
    }),
  )
  await text.close()
  const layout = readLayout(text.head, separator && CHARACTERS[separator])
  const { lines, leftOut } = await showLines(text, layout)
  const reads = new Map(Object.entries(layout.at).map(([column, place]) => [place, column as UploadColumn]))
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length))
  return {
    source: layout.source,
    is_plain: layout.isPlain && separator === undefined,
    encoding,
    separator: SEPARATOR_NAMES.get(layout.separator) ?? null,
    has_heading: layout.hasHeading,
    columns: Array.from({ length: width }, (_, index) => ({
      column: index + 1,
      reads: reads.get(index) ?? null,
    })),
    lines,
    left_out: leftOut,
  }
}
