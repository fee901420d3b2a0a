import { UPLOAD_COLUMNS, type UploadColumn } from '#shared/features/keywords/keyword-uploads/contract.ts'

const HEADINGS: Readonly<Record<UploadColumn, RegExp>> = {
  keyword: /^keywords?$/i,
  tags: /^tags?$/i,
  sites: /^sites?$/i,
  tracked: /^tracked$/i,
}
/** Columns of our own exports that an upload passes over. */
const OURS_BESIDE = /^(?:win % \d+ d|created|)$/i

/** Which column says what, counted from 0. */
export type ColumnPlaces = Readonly<Partial<Record<UploadColumn, number>>>

export interface Columns {
  /** The first line names the columns and is no keyword itself. */
  hasHeading: boolean
  /** The keywords are in the first column unless a heading says otherwise. */
  at: ColumnPlaces & { keyword: number }
}

/** What the cells of a first line say of the columns below them; a single cell is a heading only as `keyword`. */
export function columnsOf(cells: readonly string[]): Columns {
  const tidy = cells.map((cell) => cell.trim())
  const found = Object.fromEntries(
    UPLOAD_COLUMNS.map((column) => [column, tidy.findIndex((cell) => HEADINGS[column].test(cell))]),
  ) as Record<UploadColumn, number>
  const keyword = Math.max(found.keyword, 0)
  const others = UPLOAD_COLUMNS.filter((column) => column !== 'keyword' && found[column] > -1)
  const hasHeading = found.keyword > -1 || (others.length > 0 && others.every((column) => found[column] > 0))
  if (!hasHeading) return { hasHeading, at: { keyword: 0 } }
  return {
    hasHeading,
    at: { ...Object.fromEntries(others.map((column) => [column, found[column]])), keyword },
  }
}

/** Whether these headings are ours and nothing else, each once. */
export function areOurs(cells: readonly string[]): boolean {
  const tidy = cells.map((cell) => cell.trim())
  const countOf = (heading: RegExp) => tidy.filter((cell) => heading.test(cell)).length
  const known = Object.values(HEADINGS).map(countOf)
  return (
    countOf(HEADINGS.keyword) === 1 &&
    known.every((count) => count < 2) &&
    known.reduce((sum, count) => sum + count, countOf(OURS_BESIDE)) === tidy.length
  )
}
