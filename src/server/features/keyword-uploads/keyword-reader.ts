import type {
  LeftOut,
  UploadColumn,
  UploadError,
  UploadMapping,
  UploadReading,
} from '#shared/features/keyword-uploads/contract.ts'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { tidyKeyword } from '#shared/features/keywords/rules.ts'
import { AppError } from '../../errors.ts'
import { holdsSheetError } from '../../files/sheet-error.ts'
import {
  type CommonDetails,
  type Details,
  type KnownSites,
  readCommonDetails,
  readDetails,
  unescaped,
} from './details-reader.ts'
import type { ColumnPlaces } from './heading-reader.ts'
import { createSieve } from './junk-reader.ts'
import { type Reading, readMapping } from './mapping-reader.ts'
import { openText, type Row } from './row-reader.ts'
import { decodeText } from './upload-text.ts'

/** How many lines, and how many of the columns that are not read, an answer shows; and how much of a cell. */
const ROWS_SHOWN = 5
const OTHERS_SHOWN = 20
const TEXT_SHOWN = 80

/** The cells of a refused line by what they say, those of its columns that are read. */
export type RefusedCells = Partial<Record<UploadColumn, string>>

export interface PlanOptions {
  /** More lines than this are refused. */
  mostRows?: number
  sites: KnownSites
  /** What somebody has said of the file's columns. */
  mapping?: UploadMapping
  /** A file whose headings do not say which column has the keywords is refused, and told this. */
  howToSay?: string
  onRefused: (refusal: UploadError, cells: RefusedCells) => void
}

export interface PlannedKeyword {
  keyword: string
  /** Null where the file has nothing but keywords. */
  details: Details | null
}

type ReadRow = Omit<UploadReading['rows'][number], 'stands' | 'alike'>

/** How a file was understood, without how its lines stand to what is here. */
export interface ReadFile extends Omit<UploadReading, 'rows'> {
  rows: ReadRow[]
}

export interface KeywordPlan {
  /** The keywords of a file in its order, a batch at a time, repeats and all. */
  batches: AsyncIterable<PlannedKeyword[]>
  /** How the file was understood, as far as it has been read; null before its first line. */
  reading: () => ReadFile | null
  /** The lines that were passed over so far. */
  leftOut: () => LeftOut[]
}

/** A cell as a keyword: tidy, and without the apostrophe that an export has put before it. */
function keywordOf(cell: string): string {
  const tidy = tidyKeyword(cell)
  const meant = unescaped(tidy)
  return meant === tidy ? tidy : tidyKeyword(meant)
}

/** Why a keyword cannot be taken; null where it can. */
function reasonAgainst(keyword: string, { isMalformed }: Row): string | null {
  if (isMalformed) return 'A quote inside quotes must be doubled.'
  if (keyword === '') return 'There is no keyword in this line.'
  if (holdsSheetError(keyword)) return `The keyword is a spreadsheet error (${keyword}).`
  if (keyword.length > KEYWORD_MAXIMUM) return `The keyword is longer than ${KEYWORD_MAXIMUM} characters.`
  if (!keyword.isWellFormed()) return 'The keyword contains half a character.'
  return /\p{Cc}/u.test(keyword) ? 'The keyword contains control characters.' : null
}

/** What an answer says of the columns. */
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

function refusedCells({ cells }: Row, at: ColumnPlaces, keyword: string): RefusedCells {
  const others = Object.entries(at).map(([column, index]) => [column, unescaped((cells[index] ?? '').trim())])
  return { ...Object.fromEntries(others), keyword }
}

interface Begun {
  read: Reading
  common: CommonDetails
  isPlain: boolean
}

/** What is known of a file before its first row. */
function begin(read: Reading, { mapping = {}, sites }: PlanOptions): Begun {
  const common = readCommonDetails(mapping, sites)
  const { tags, sites: ofSites, tracked } = read.at
  const isPlain =
    [tags, ofSites, tracked].every((column) => column === undefined) &&
    common.tags.length + common.sites.length === 0
  return { read, common, isPlain }
}

/** Takes rows as keywords, or hands them to `onRefused`. */
function createTaker({ read: { at }, common, isPlain }: Begun, options: PlanOptions) {
  const { mostRows = Number.POSITIVE_INFINITY, sites, onRefused } = options
  let count = 0
  return (row: Row): PlannedKeyword | null => {
    count += 1
    if (count > mostRows)
      throw new AppError('tooLarge', `The file has more than ${mostRows.toLocaleString('en')} lines.`)
    const keyword = keywordOf(row.cells[at.keyword] ?? '')
    const details = isPlain ? null : readDetails(row.cells, at, sites, common)
    const wrong = details !== null && 'reason' in details ? details.reason : null
    const reason = reasonAgainst(keyword, row) ?? wrong
    if (reason === null) return { keyword, details: details as Details | null }
    const text = keyword.toWellFormed()
    onRefused({ line: row.line, text, reason }, refusedCells(row, at, text))
    return null
  }
}

/**
 * How a CSV file is read. Headings, what stands above them, totals and blank lines are passed over; lines that cannot
 * be taken go to `onRefused`; a file that is none is refused as a whole.
 */
export function planKeywords(content: AsyncIterable<Uint8Array>, options: PlanOptions): KeywordPlan {
  const { mapping = {}, howToSay = null } = options
  let leftOut = (): LeftOut[] => []
  let reading: ReadFile | null = null

  async function* batches() {
    const text = await openText(decodeText(content))
    const read = readMapping(text.head, { mapping, howToSay })
    const take = createTaker(begin(read, options), options)
    const sieve = createSieve(read)
    leftOut = sieve.leftOut
    for await (const rows of text.rows(read.separator)) {
      const keywords: PlannedKeyword[] = []
      const kept = sieve.sift(rows)
      const first = sieve.first()
      if (first === null) continue
      reading ??= { has_heading: read.hasHeading, columns: toldColumns(read.at, first.cells), rows: [] }
      for (const row of kept) {
        const keyword = take(row)
        if (keyword === null) continue
        keywords.push(keyword)
        if (reading.rows.length < ROWS_SHOWN) reading.rows.push(shownRow(keyword))
      }
      if (keywords.length > 0) yield keywords
    }
    sieve.end()
  }
  return { batches: batches(), reading: () => reading, leftOut: () => leftOut() }
}

const shownRow = ({ keyword, details }: PlannedKeyword): ReadRow => ({
  keyword,
  tags: [...(details?.tags ?? [])],
  sites: details?.sites.map(({ name }) => name) ?? [],
  tracked: details?.isTracked ?? true,
})
