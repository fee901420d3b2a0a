import type { UploadColumn, UploadError, UploadReading } from '#shared/features/keyword-uploads/contract.ts'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { tidyKeyword } from '#shared/features/keywords/rules.ts'
import { AppError } from '../../errors.ts'
import { type Details, readDetails, type SitesByName, unescaped } from './details-reader.ts'
import { type Columns, columnsOf } from './heading-reader.ts'
import { type Row, splitRows } from './row-reader.ts'
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
  sites: SitesByName
  onRefused: (refusal: UploadError, cells: RefusedCells) => void
}

export interface PlannedKeyword {
  keyword: string
  /** Null where the file has nothing but keywords. */
  details: Details | null
}

export interface KeywordPlan {
  /** The keywords of a file in its order, a batch at a time, repeats and all. */
  batches: AsyncIterable<PlannedKeyword[]>
  /** How the file was understood, as far as it has been read; null before its first line. */
  reading: () => UploadReading | null
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
  if (keyword.length > KEYWORD_MAXIMUM) return `Longer than ${KEYWORD_MAXIMUM} characters`
  if (!keyword.isWellFormed()) return 'Contains half a character'
  return /\p{Cc}/u.test(keyword) ? 'Contains control characters' : null
}

const isBlank = ({ cells }: Row) => cells.every((cell) => cell.trim() === '')

/** What an answer says of the columns. */
function toldColumns({ at }: Columns, cells: readonly string[]): UploadReading['columns'] {
  const reads = new Map(Object.entries(at).map(([column, index]) => [index, column as UploadColumn]))
  const told = cells.map((cell, index) => ({
    column: index + 1,
    text: cell.trim().slice(0, TEXT_SHOWN).toWellFormed(),
    reads: reads.get(index) ?? null,
  }))
  const others = told.filter((column) => column.reads === null).slice(0, OTHERS_SHOWN)
  return told.filter((column) => column.reads !== null || others.includes(column))
}

function refusedCells({ cells }: Row, { at }: Columns, keyword: string): RefusedCells {
  const others = Object.entries(at).map(([column, index]) => [column, unescaped((cells[index] ?? '').trim())])
  return { ...Object.fromEntries(others), keyword }
}

/**
 * How a CSV file is read. Blank lines are passed over; lines that cannot be taken go to `onRefused`; a file that is
 * none is refused as a whole.
 */
export function planKeywords(
  content: AsyncIterable<Uint8Array>,
  { mostRows = Number.POSITIVE_INFINITY, sites, onRefused }: PlanOptions,
): KeywordPlan {
  let columns: Columns | null = null
  let reading: UploadReading | null = null
  let count = 0

  /** The keyword of a line; null where it is refused. */
  function planned(row: Row, place: Columns): PlannedKeyword | null {
    count += 1
    if (count > mostRows)
      throw new AppError('tooLarge', `The file has more than ${mostRows.toLocaleString('en')} lines.`)
    const keyword = keywordOf(row.cells[place.at.keyword] ?? '')
    const isPlain =
      place.at.tags === undefined && place.at.sites === undefined && place.at.tracked === undefined
    const details = isPlain ? null : readDetails(row.cells, place, sites)
    const wrong = details !== null && 'reason' in details ? details.reason : null
    const reason = reasonAgainst(keyword, row) ?? wrong
    if (reason === null) return { keyword, details: details as Details | null }
    const text = keyword.toWellFormed()
    onRefused({ line: row.line, text, reason }, refusedCells(row, place, text))
    return null
  }

  /** Looks at the first line that is not blank; true where it only names the columns. */
  function begin(row: Row): { place: Columns; shown: UploadReading } {
    const place = columnsOf(row.cells)
    const shown = { has_heading: place.hasHeading, columns: toldColumns(place, row.cells), rows: [] }
    columns = place
    reading = shown
    return { place, shown }
  }

  async function* batches() {
    for await (const rows of splitRows(decodeText(content))) {
      const keywords: PlannedKeyword[] = []
      for (const row of rows) {
        if (isBlank(row)) continue
        const isFirst = columns === null
        const { place, shown } = columns && reading ? { place: columns, shown: reading } : begin(row)
        if (isFirst && place.hasHeading) continue
        const keyword = planned(row, place)
        if (keyword === null) continue
        keywords.push(keyword)
        if (shown.rows.length < ROWS_SHOWN) shown.rows.push(shownRow(keyword))
      }
      if (keywords.length > 0) yield keywords
    }
  }
  return { batches: batches(), reading: () => reading }
}

const shownRow = ({ keyword, details }: PlannedKeyword): UploadReading['rows'][number] => ({
  keyword,
  tags: [...(details?.tags ?? [])],
  sites: details?.sites.map(({ name }) => name) ?? [],
  tracked: details?.isTracked ?? true,
})
