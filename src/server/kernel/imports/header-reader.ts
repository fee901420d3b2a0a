import Papa from 'papaparse'
import type { Head } from './row-reader.ts'

export const SEPARATORS = [',', ';', '\t', '|'] as const
/** A header may follow titles, dates and blank lines, but only within these lines. */
export const HEADER_LINES = 20
/** Rows of the beginning that are looked at. */
const ROWS_READ = 40

/** A first line that tells spreadsheets the separator. Spreadsheets append the rest of the row to it. */
const SEPARATOR_LINE = /^"?sep=([^"\n]?)"?[,;|\t ]*$/i

/** The separator that a first line `sep=` names; null without such a line. */
function namedSeparator(text: string): string | null {
  const [line = ''] = text.slice(0, 200).split('\n', 1)
  const named = SEPARATOR_LINE.exec(line.trimEnd() === 'sep=' ? line : line.replace(/ +$/, ''))
  return named === null ? null : (named[1] ?? '')
}

export interface FirstRow {
  /** Counted from 0, blank rows included. */
  index: number
  cells: string[]
}

export interface Cut {
  separator: string
  rows: readonly FirstRow[]
  /** Leading cells of each row that are no part of the table: ours, in a file of refused rows. */
  from: number
}

/** What a file of refused rows has before the cells of the file that they come from. */
export const REFUSED_COLUMNS = ['Line', 'Why'] as const

const isOfRefused = (cells: readonly string[]) =>
  REFUSED_COLUMNS.every((name, place) => cells[place]?.trim() === name)

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** The first rows that are not blank. */
function firstRows({ text, isAll }: Head, separator: string): FirstRow[] {
  const parser = new Papa.Parser({ delimiter: separator, newline: '\n', preview: ROWS_READ * 2 })
  const { data, meta } = parser.parse(text, 0, false) as { data: string[][]; meta: { truncated: boolean } }
  const isCut = !isAll && !meta.truncated && data.length > 1
  return (isCut ? data.slice(0, -1) : data)
    .map((cells, index) => ({ index, cells }))
    .filter(({ cells }) => !isBlank(cells))
    .slice(0, ROWS_READ)
}

/** The first rows, split by each possible separator; those below a `sep=` line, if there is one. */
export function cutsOf(head: Head, separator?: string): { cuts: Cut[]; skipped: number } {
  const named = namedSeparator(head.text)
  const skipped = named === null ? 0 : 1
  const wanted = separator ?? (named || undefined)
  const cuts = (wanted === undefined ? SEPARATORS : [wanted]).map((each) => {
    const rows = firstRows(head, each).filter(({ index }) => index >= skipped)
    const from = isOfRefused(rows[0]?.cells ?? []) ? REFUSED_COLUMNS.length : 0
    return { separator: each, from, rows: rows.map((row) => ({ ...row, cells: row.cells.slice(from) })) }
  })
  return { cuts, skipped }
}

export interface FoundHeader<Known> extends Omit<Cut, 'rows'> {
  row: FirstRow
  known: Known
  /** It is the first row that is not blank, apart from a line `sep=`. */
  isFirst: boolean
}

/**
 * The header of a table: the first of the leading lines that `recognize` knows, cut by the separator that makes it one.
 * It gets the rows above the line, too.
 */
export function findHeader<Known>(
  cuts: readonly Cut[],
  recognize: (cells: readonly string[], above: readonly FirstRow[]) => Known | null,
): FoundHeader<Known> | null {
  for (const { rows, ...cut } of cuts)
    for (const [place, row] of rows.entries()) {
      if (row.index >= HEADER_LINES) break
      const known = recognize(row.cells, rows.slice(0, place))
      if (known !== null) return { ...cut, row, known, isFirst: place === 0 }
    }
  return null
}
