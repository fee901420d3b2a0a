import type { UploadSource } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { type Cut, cutsOf, type FirstRow, findHeader } from '../../../kernel/imports/header-reader.ts'
import type { Head } from '../../../kernel/imports/row-reader.ts'
import { areOurs, type ColumnPlaces, columnsOf } from './heading-reader.ts'
import { likelyKeywords, readOtherList, readSource } from './source-reader.ts'

/** The layout of a file, detected from its beginning. */
export interface Layout {
  separator: string
  /** Number of leading cells in each row that are not part of the table. */
  from: number
  source: UploadSource
  /** Number of rows above the table, including blank ones. */
  above: number
  hasHeading: boolean
  /** Columns by their headings; a guess if no heading is known. */
  at: ColumnPlaces
  /** The position of the keywords is certain: known headings, or a single column. */
  isKnown: boolean
  /** The file is unambiguous: our own headings, or one keyword per line. */
  isPlain: boolean
  /** The cells of the table's first line, which are its headings if there are any. */
  cells: readonly string[]
  /** The kind of list, if it contains no keywords. */
  listOf: string | null
}

/** Percent of rows that must have the same width for a separator to be accepted. */
const SHARE = 80

const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

type Found = Pick<Layout, 'source' | 'at' | 'listOf'> & {
  /** It can only be a heading. */
  isCertain: boolean
}

/** The known layout for headings like these. */
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

/** Recognizes a line as a heading: the first line, or one below lines that are not table rows. */
function recognize(cells: readonly string[], above: readonly FirstRow[]): Found | null {
  const found = known(cells)
  if (found === null || above.length === 0) return found
  const isBelow = above.every((row) => widthOf(row.cells) < widthOf(cells))
  return found.isCertain && isBelow ? found : null
}

/** The most common width, and the percentage of rows that have it, counted from the first of them. */
function commonWidth(rows: readonly FirstRow[]): { width: number; share: number } {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width = 1, count = 0] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? []
  const first = rows.findIndex(({ cells }) => cells.length >= width)
  return { width, share: (count / (rows.length - first)) * 100 }
}

/**
 * Without known headings: the separator that splits the rows most evenly, and of those the one with the most
 * columns.
 */
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

/** Whether the first row names columns of numbers, or contains a word for keywords. */
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

/** The column whose heading is a word for keywords, if there are several columns. */
function likelyColumn(cells: readonly string[]): number | null {
  const likely = likelyKeywords(cells)
  return likely > -1 && cells.filter((cell) => cell.trim() !== '').length > 1 ? likely : null
}

/** The most likely layout of a table without known headings. */
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

/** Commas, unless the first line contains tabs. */
function byFirstLine(cuts: readonly Cut[]): Cut {
  const of = (separator: string) => cuts.find((cut) => cut.separator === separator)
  const hasMany = (cut: Cut | undefined) => (cut?.rows[0]?.cells.length ?? 0) > 1
  const [comma, tab] = [of(','), of('\t')]
  const chosen = hasMany(tab) && !hasMany(comma) ? tab : comma
  return chosen ?? cuts[0] ?? { separator: ',', rows: [], from: 0 }
}

/** The layout of a file. `separator` is set if the user has chosen one. */
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
