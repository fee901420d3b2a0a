import Papa from 'papaparse'
import type { UploadSource } from '#shared/features/keyword-uploads/contract.ts'
import { areOurs, type ColumnPlaces, columnsOf } from './heading-reader.ts'
import { likelyKeywords, readOtherList, readSource } from './source-reader.ts'

/** The beginning of a file's text, its lines ended alike; the last of them may be cut where it is not all. */
export interface Head {
  text: string
  isAll: boolean
}

/** How a file is laid out, as its beginning shows. */
export interface Layout {
  separator: string
  source: UploadSource
  /** So many rows stand above the table, blank ones among them. */
  above: number
  hasHeading: boolean
  /** What the headings say; without any that are known, what is likely. */
  at: ColumnPlaces
  /** The headings are known, so that nobody needs to be asked which column has the keywords. */
  isKnown: boolean
  /** It means what it says: our own headings, or one keyword per line. */
  isPlain: boolean
  /** The cells of the table's first line: its headings, where it has any. */
  cells: readonly string[]
  /** What it is a list of, where there are no keywords in it. */
  listOf: string | null
}

export const SEPARATORS = [',', ';', '\t', '|'] as const

/** How many rows are looked at, and how deep below other lines a heading may stand. */
const ROWS_READ = 40
const DEEPEST = 10
/** So many of a hundred rows must have the same width for a separator to count for one. */
const SHARE = 80
/** Spreadsheets are told by such a first line what keeps the columns apart; they write the rest of the row after it. */
const SEPARATOR_LINE = /^"?sep=([^"\n]?)"?[,;|\t ]*$/i

/** The character that a first line `sep=` names; null where there is no such line. */
function namedSeparator(text: string): string | null {
  const [line = ''] = text.slice(0, 200).split('\n', 1)
  const named = SEPARATOR_LINE.exec(line.trimEnd() === 'sep=' ? line : line.replace(/ +$/, ''))
  return named === null ? null : (named[1] ?? '')
}

interface FirstRow {
  /** Counted from 0, blank ones among them. */
  index: number
  cells: string[]
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The first rows that say something, cut by this separator. */
function firstRows({ text, isAll }: Head, separator: string): FirstRow[] {
  const parser = new Papa.Parser({ delimiter: separator, newline: '\n', preview: ROWS_READ * 2 })
  const { data, meta } = parser.parse(text, 0, false) as { data: string[][]; meta: { truncated: boolean } }
  const isCut = !isAll && !meta.truncated && data.length > 1
  return (isCut ? data.slice(0, -1) : data)
    .map((cells, index) => ({ index, cells }))
    .filter(({ cells }) => !isBlank(cells))
    .slice(0, ROWS_READ)
}

type Found = Pick<Layout, 'source' | 'at' | 'listOf'> & {
  /** It cannot be anything but a heading. */
  isCertain: boolean
}

/** What is known of headings like these. */
function known(cells: readonly string[]): Found | null {
  const vendor = readSource(cells)
  const { hasHeading, at } = columnsOf(cells)
  if (vendor !== null)
    return {
      source: vendor.source,
      at: { ...(hasHeading ? at : {}), keyword: vendor.keyword },
      listOf: null,
      isCertain: true,
    }
  if (hasHeading) {
    const isCertain = Object.keys(at).length > 1
    return { source: areOurs(cells) ? 'copydesk' : 'other', at, listOf: null, isCertain }
  }
  const listOf = readOtherList(cells)
  return listOf === null ? null : { source: 'search-console', at: {}, listOf, isCertain: true }
}

/** The heading among the first rows: the first of them, or one below lines that are no rows of a table yet. */
function findHeading(rows: readonly FirstRow[]): (Found & FirstRow) | null {
  for (const [place, row] of rows.slice(0, DEEPEST).entries()) {
    const found = known(row.cells)
    if (found === null) continue
    const isBelow = rows.slice(0, place).every(({ cells }) => widthOf(cells) < widthOf(row.cells))
    if (place === 0 || (found.isCertain && isBelow)) return { ...found, ...row }
  }
  return null
}

interface Cut {
  separator: string
  rows: readonly FirstRow[]
}

/** The width that most rows have, and how many of a hundred have it from the first of them on. */
function commonWidth(rows: readonly FirstRow[]): { width: number; share: number } {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width = 1, count = 0] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? []
  const first = rows.findIndex(({ cells }) => cells.length >= width)
  return { width, share: (count / (rows.length - first)) * 100 }
}

/** Where no heading is known: the separator that cuts the rows evenly, the one with the most columns. */
function evenCut(cuts: readonly Cut[]): (Cut & { width: number }) | null {
  return (
    cuts
      .map((cut) => ({ ...cut, ...commonWidth(cut.rows) }))
      .filter(({ rows, width, share }) => rows.length > 1 && width > 1 && share >= SHARE)
      .sort((one, other) => other.width - one.width)[0] ?? null
  )
}

const NUMBER = /^[-+<>]?[\d.,\s]+%?$/
const isNumber = (cell: string) => NUMBER.test(cell.trim())

/** The first row names columns whose other rows are numbers, or has a word that names keywords. */
function looksLikeHeading(rows: readonly FirstRow[]): boolean {
  const [first, ...others] = rows
  if (first === undefined || first.cells.some(isNumber)) return false
  const isOverNumbers = first.cells.some(
    (cell, column) =>
      first.cells.length > 1 &&
      cell.trim() !== '' &&
      others.length > 0 &&
      others.every(({ cells }) => isNumber(cells[column] ?? '')),
  )
  return likelyKeywords(first.cells) > -1 || isOverNumbers
}

/** How a table without known headings is most probably meant. */
function guess(cuts: readonly Cut[], skipped: number): Layout {
  const even = evenCut(cuts)
  const { separator, rows } = even ?? byFirstLine(cuts)
  const first = rows.findIndex(({ cells }) => even === null || cells.length >= even.width)
  const table = rows.slice(first)
  const hasHeading = looksLikeHeading(table)
  const likely = hasHeading ? likelyKeywords(table[0]?.cells ?? []) : -1
  const isSingle = rows.every(({ cells }) => cells.length === 1)
  const at = isSingle ? { keyword: 0 } : likely > -1 ? { keyword: likely } : {}
  return {
    separator,
    source: 'other',
    above: table[0]?.index ?? skipped,
    hasHeading,
    at,
    isKnown: false,
    isPlain: isSingle && !hasHeading,
    cells: table[0]?.cells ?? [],
    listOf: null,
  }
}

/** Commas, unless the first line has tabs instead. */
function byFirstLine(cuts: readonly Cut[]): Cut {
  const of = (separator: string) => cuts.find((cut) => cut.separator === separator)
  const hasMany = (cut: Cut | undefined) => (cut?.rows[0]?.cells.length ?? 0) > 1
  const [comma, tab] = [of(','), of('\t')]
  const chosen = hasMany(tab) && !hasMany(comma) ? tab : comma
  return chosen ?? cuts[0] ?? { separator: ',', rows: [] }
}

/** The rows as each separator that may be meant cuts them, below a line that names it. */
function cutsOf(head: Head, separator: string | undefined): { cuts: Cut[]; skipped: number } {
  const named = namedSeparator(head.text)
  const skipped = named === null ? 0 : 1
  const wanted = separator ?? (named || undefined)
  const cuts = (wanted === undefined ? SEPARATORS : [wanted]).map((each) => ({
    separator: each,
    rows: firstRows(head, each).filter(({ index }) => index >= skipped),
  }))
  return { cuts, skipped }
}

/** How a file is laid out; `separator` where somebody has said what keeps its columns apart. */
export function readLayout(head: Head, separator?: string): Layout {
  const { cuts, skipped } = cutsOf(head, separator)
  for (const { separator: each, rows } of cuts) {
    const heading = findHeading(rows)
    if (heading === null) continue
    const { source, at, index, cells, listOf } = heading
    return {
      separator: each,
      source,
      above: index,
      hasHeading: true,
      at,
      isKnown: listOf === null,
      isPlain: source === 'copydesk' && index === rows[0]?.index,
      cells,
      listOf,
    }
  }
  return guess(cuts, skipped)
}

/** How a file without a known heading is read where nobody is asked: its first column, from its first line on. */
export function readUnasked(head: Head, separator?: string): Pick<Layout, 'separator' | 'above'> {
  const { cuts, skipped } = cutsOf(head, separator)
  return { separator: byFirstLine(cuts).separator, above: skipped }
}
