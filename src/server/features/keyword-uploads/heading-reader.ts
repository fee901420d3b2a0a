import { UPLOAD_COLUMNS, type UploadColumn } from '#shared/features/keyword-uploads/contract.ts'

const HEADINGS: Readonly<Record<UploadColumn, RegExp>> = {
  keyword: /^keywords?$/i,
  tags: /^tags?$/i,
  sites: /^sites?$/i,
  tracked: /^tracked$/i,
}

export interface Columns {
  /** The first line names the columns and is no keyword itself. */
  hasHeading: boolean
  /** Which column says what, counted from 0; the keywords are in the first one where no heading says so. */
  at: Readonly<Partial<Record<UploadColumn, number>> & { keyword: number }>
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
