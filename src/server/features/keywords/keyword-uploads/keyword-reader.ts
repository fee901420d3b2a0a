import type {
  LeftOut,
  UploadColumn,
  UploadMapping,
  UploadReading,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import { AppError } from '../../../errors.ts'
import { holdsSheetError } from '../../../files/sheet-error.ts'
import { DamagedFile } from '../../../kernel/imports/damaged-file.ts'
import { openText, type Row } from '../../../kernel/imports/row-reader.ts'
import type { SiteResolver } from '../../../kernel/imports/sites.ts'
import type { ImportRow, ReadTable } from '../../../kernel/imports/table-reader.ts'
import { decodeText } from '../../../kernel/imports/text-decoder.ts'
import {
  type CommonDetails,
  type Details,
  readCommonDetails,
  readDetails,
  unescaped,
} from './details-reader.ts'
import type { ColumnPlaces } from './heading-reader.ts'
import { createSieve } from './junk-reader.ts'
import { type Reading, readMapping } from './mapping-reader.ts'

/** Number of lines and of unread columns in an answer, and length of a cell. */
const ROWS_SHOWN = 5
const OTHERS_SHOWN = 20
const TEXT_SHOWN = 80

export interface PlanOptions {
  /** A file with more lines is refused. */
  mostRows?: number
  /**
   * The file is known to be complete, as for uploads. A short last row is then intended and not truncated.
   */
  isComplete?: boolean
  sites: SiteResolver
  /** The user's choices for the file's columns. */
  mapping?: UploadMapping
  /** How the caller can name the keyword column of an ambiguous file. */
  howToSay?: string
  onTable?: (table: ReadTable) => void
}

export interface PlannedKeyword {
  keyword: string
  /** Null if the file contains only keywords. */
  details: Details | null
}

type ReadRow = Omit<UploadReading['rows'][number], 'stands' | 'alike'>

/** How a file was interpreted, without the comparison to existing keywords. */
export interface ReadFile extends Omit<UploadReading, 'rows'> {
  rows: ReadRow[]
}

export interface KeywordPlan {
  /** Rows that may be keywords. */
  rows: AsyncIterable<ImportRow[]>
  /** A row as a keyword, possibly repeated, or why it is invalid. */
  check: (row: ImportRow) => PlannedKeyword | string
  /** How the file was interpreted so far; null before its first line. */
  reading: () => ReadFile | null
  /** Lines skipped so far. */
  leftOut: () => LeftOut[]
}

/** A cell as a tidy keyword, without the apostrophe that some exports add. */
export function keywordOf(cell: string): string {
  const tidy = tidyKeyword(cell)
  const meant = unescaped(tidy)
  return meant === tidy ? tidy : tidyKeyword(meant)
}

/** Why a keyword is invalid; null if it is valid. */
function reasonAgainst(keyword: string): string | null {
  if (keyword === '') return 'There is no keyword in this line.'
  if (holdsSheetError(keyword)) return `The keyword is a spreadsheet error (${keyword}).`
  if (keyword.length > KEYWORD_MAXIMUM) return `The keyword is longer than ${KEYWORD_MAXIMUM} characters.`
  if (!keyword.isWellFormed()) return 'The keyword contains a broken character.'
  return /\p{Cc}/u.test(keyword) ? 'The keyword contains control characters.' : null
}

/** The columns for the answer. */
function toldColumns(at: ColumnPlaces, cells: readonly string[]): UploadReading['columns'] {
  const reads = new Map(Object.entries(at).map(([column, index]) => [index, column as UploadColumn]))
  const told = cells.map((cell, index) => ({
    column: index + 1,
    text: cell.trim().slice(0, TEXT_SHOWN).toWellFormed(),
    reads: reads.get(index) ?? null,
  }))
  const others = told.filter((column) => column.reads === null).slice(0, OTHERS_SHOWN)
  return told.filter((column) => column.reads !== null || others.includes(column))
}

interface Begun {
  read: Reading
  common: CommonDetails
  isPlain: boolean
}

/** Settings that are known before the first row. */
function begin(read: Reading, { mapping = {}, sites }: PlanOptions): Begun {
  const common = readCommonDetails(mapping, sites)
  const { tags, sites: ofSites, tracked } = read.at
  const isPlain =
    [tags, ofSites, tracked].every((column) => column === undefined) &&
    common.tags.length + common.sites.length === 0
  return { read, common, isPlain }
}

/** Parses rows into keywords or reasons for refusing them. */
function createTaker({ read: { at }, common, isPlain }: Begun, { mostRows, sites }: PlanOptions) {
  let count = 0
  return (cells: readonly string[]): PlannedKeyword | string => {
    count += 1
    if (mostRows !== undefined && count > mostRows)
      throw new AppError('tooLarge', `The file has more than ${mostRows.toLocaleString('en')} lines.`)
    const keyword = keywordOf(cells[at.keyword] ?? '')
    const reason = reasonAgainst(keyword)
    if (reason !== null) return reason
    if (isPlain) return { keyword, details: null }
    const details = readDetails(cells, at, sites, common)
    return 'reason' in details ? details.reason : { keyword, details }
  }
}

function importRow(
  { line, cells, isMalformed, isOpen }: Row,
  { hasHeading, cells: header, at }: Reading,
  isComplete: boolean,
): ImportRow {
  if (hasHeading && isOpen && !isComplete && cells.length < header.length)
    throw new DamagedFile('Its last row is cut off.')
  const row = { line, cells: { keyword: cells[at.keyword] }, all: cells }
  return isMalformed ? { ...row, fault: 'A quote inside quotes must be doubled.' } : row
}

/** Header for refused rows: the file's own, or names for the columns that are read. */
function headerOf({ hasHeading, cells, at, from }: Reading): readonly string[] {
  if (hasHeading || from > 0) return cells.map((cell) => cell.trim())
  const names = new Map(Object.entries(at).map(([column, place]) => [place, column]))
  return Array.from({ length: Math.max(cells.length, 1) }, (_, place) => names.get(place) ?? '')
}

/**
 * Parses a CSV file. Skips headings, lines above them, totals and blank lines; refuses a file without a
 * usable table as a whole.
 */
export function planKeywords(content: AsyncIterable<Uint8Array>, options: PlanOptions): KeywordPlan {
  const {
    mapping = {},
    howToSay = 'Name it with keyword_column.',
    isComplete = false,
    onTable = () => {},
  } = options
  let leftOut = (): LeftOut[] => []
  let take = (_cells: readonly string[]): PlannedKeyword | string => ''
  let reading: ReadFile | null = null

  async function* rows() {
    const text = await openText(decodeText(content))
    const read = readMapping(text.head, { mapping, howToSay })
    onTable({ header: headerOf(read), separator: read.separator })
    take = createTaker(begin(read, options), options)
    const sieve = createSieve(read)
    leftOut = sieve.leftOut
    for await (const some of text.rows(read.separator)) {
      const kept = sieve.sift(withoutRefusal(some, read.from))
      const first = sieve.first()
      if (first === null) continue
      reading ??= { has_heading: read.hasHeading, columns: toldColumns(read.at, first.cells), rows: [] }
      yield kept.map((row) => importRow(row, read, isComplete))
    }
    sieve.end()
  }
  function check({ all = [] }: ImportRow) {
    const keyword = take(all as readonly string[])
    if (typeof keyword !== 'string' && reading !== null && reading.rows.length < ROWS_SHOWN)
      reading.rows.push(shownRow(keyword))
    return keyword
  }
  return { rows: rows(), check, reading: () => reading, leftOut: () => leftOut() }
}

/** Rows without the leading cells that contain the reason of an earlier refusal. */
export const withoutRefusal = (rows: readonly Row[], from: number): readonly Row[] =>
  from === 0 ? rows : rows.map((row) => ({ ...row, cells: row.cells.slice(from) }))

const shownRow = ({ keyword, details }: PlannedKeyword): ReadRow => ({
  keyword,
  tags: [...(details?.tags ?? [])],
  sites: details?.sites.map(({ name }) => name) ?? [],
  tracked: details?.isTracked ?? true,
})
