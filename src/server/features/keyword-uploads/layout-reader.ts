import type { UploadSource } from '#shared/features/keyword-uploads/contract.ts'
import { type Cut, cutsOf, type FirstRow, findHeader } from '../../kernel/imports/header-reader.ts'
import type { Head } from '../../kernel/imports/row-reader.ts'
import { areOurs, type ColumnPlaces, columnsOf } from './heading-reader.ts'
import { likelyKeywords, readOtherList, readSource } from './source-reader.ts'

/** How a file is laid out, as its beginning shows. */
export interface Layout {
  separator: string
  /** Leading cells of each row that are no part of the table. */
  from: number
  source: UploadSource
  /** So many rows stand above the table, blank ones among them. */
  above: number
  hasHeading: boolean
  /** What the headings say; without any that are known, what is likely. */
  at: ColumnPlaces
  /** The headings are known or there is one column only, so that it is clear where the keywords are. */
  isKnown: boolean
  /** It means what it says: our own headings, or one keyword per line. */
  isPlain: boolean
  /** The cells of the table's first line: its headings, where it has any. */
  cells: readonly string[]
  /** What it is a list of, where there are no keywords in it. */
  listOf: string | null
}

/** So many of a hundred rows must have the same width for a separator to count for one. */
const SHARE = 80

const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

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

/** What is known of a line as a heading: of the first one, or of one below lines that are no rows of a table yet. */
function recognize(cells: readonly string[], above: readonly FirstRow[]): Found | null {
  const found = known(cells)
  if (found === null || above.length === 0) return found
  const isBelow = above.every((row) => widthOf(row.cells) < widthOf(cells))
  return found.isCertain && isBelow ? found : null
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

const UNKNOWN = { source: 'other', isKnown: false, isPlain: false, listOf: null } as const

/** Where a word for keywords stands over one of several columns. */
function likelyColumn(cells: readonly string[]): number | null {
  const likely = likelyKeywords(cells)
  return likely > -1 && cells.filter((cell) => cell.trim() !== '').length > 1 ? likely : null
}

/** How a table without known headings is most probably meant. */
function guess(cuts: readonly Cut[], skipped: number): Layout {
  const likelyHeading = findHeader(cuts, likelyColumn)
  if (likelyHeading !== null) {
    const { separator, from, row, known: keyword } = likelyHeading
    const where = { separator, from, above: row.index, cells: row.cells }
    return { ...where, ...UNKNOWN, hasHeading: true, at: { keyword } }
  }
  const even = evenCut(cuts)
  const { separator, from, rows } = even ?? byFirstLine(cuts)
  const first = rows.findIndex(({ cells }) => even === null || cells.length >= even.width)
  const table = rows.slice(first)
  const hasHeading = looksLikeHeading(table)
  const isSingle = rows.every(({ cells }) => cells.length === 1)
  return {
    ...UNKNOWN,
    ...{ separator, from, hasHeading, above: table[0]?.index ?? skipped, cells: table[0]?.cells ?? [] },
    at: isSingle ? { keyword: 0 } : {},
    isKnown: isSingle,
    isPlain: isSingle && !hasHeading,
  }
}

/** Commas, unless the first line has tabs instead. */
function byFirstLine(cuts: readonly Cut[]): Cut {
  const of = (separator: string) => cuts.find((cut) => cut.separator === separator)
  const hasMany = (cut: Cut | undefined) => (cut?.rows[0]?.cells.length ?? 0) > 1
  const [comma, tab] = [of(','), of('\t')]
  const chosen = hasMany(tab) && !hasMany(comma) ? tab : comma
  return chosen ?? cuts[0] ?? { separator: ',', rows: [], from: 0 }
}

/** How a file is laid out; `separator` where somebody has said what keeps its columns apart. */
export function readLayout(head: Head, separator?: string): Layout {
  const { cuts, skipped } = cutsOf(head, separator)
  const heading = findHeader(cuts, recognize)
  if (heading !== null) {
    const { source, at, listOf } = heading.known
    return {
      separator: heading.separator,
      from: heading.from,
      source,
      above: heading.row.index,
      hasHeading: true,
      at,
      isKnown: listOf === null,
      isPlain: source === 'copydesk' && heading.isFirst,
      cells: heading.row.cells,
      listOf,
    }
  }
  return guess(cuts, skipped)
}
