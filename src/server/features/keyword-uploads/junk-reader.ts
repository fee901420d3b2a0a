import type { LeftOut } from '#shared/features/keyword-uploads/contract.ts'
import type { Reading } from './mapping-reader.ts'
import type { Row } from './row-reader.ts'

const TEXT_SHOWN = 80
const MOST_TOLD = 20
/** What the last row of a report begins with, in any of its cells before the figures. */
const TOTAL = /^(?:grand |sub)?totals?(?:\s*[:\-–(].*)?$|^(?:gesamt(?:summe)?|summe)$/i
const SEPARATOR_LINE = /^sep=/i

export const BLANK = 'Blank'
const HEADING = 'Names the columns'
/** What most files have, and nobody asks about. */
export const USUAL: readonly string[] = [BLANK, HEADING]

const isBlank = ({ cells }: Row) => cells.every((cell) => cell.trim() === '')
const tidied = (cells: readonly string[]) => cells.map((cell) => cell.trim().toLowerCase())

/** Why a row is no keyword and was never meant to be; null where it is one, or is to be refused. */
export type ReadJunk = (row: Row, index: number) => string | null

/** Tells lines apart from keywords that a file of this reading has beside them. */
export function createJunkReader({ above, hasHeading, source, at }: Reading): ReadJunk {
  let heading: readonly string[] | null = null
  const isHeadingAgain = (row: Row) =>
    heading !== null &&
    heading.length > 1 &&
    row.cells.length === heading.length &&
    row.cells[at.keyword]?.trim().toLowerCase() === heading[at.keyword] &&
    tidied(row.cells).every((cell, column) => cell === heading?.[column])
  const isTotal = ({ cells }: Row) => {
    if (source === 'copydesk' || cells.length < 2) return false
    const first = cells.find((cell) => cell.trim() !== '') ?? ''
    return TOTAL.test(first.trim()) || TOTAL.test((cells[at.keyword] ?? '').trim())
  }
  return (row, index) => {
    if (isBlank(row)) return BLANK
    if (index < above)
      return index === 0 && SEPARATOR_LINE.test(row.cells[0] ?? '')
        ? 'Says what keeps the columns apart'
        : 'Stands above the table'
    if (hasHeading && heading === null) {
      heading = tidied(row.cells)
      return HEADING
    }
    if (isHeadingAgain(row)) return 'Names the columns once more'
    return isTotal(row) ? 'A total' : null
  }
}

/** What was passed over, as an answer tells it. */
export function createLeftOut() {
  const told: LeftOut[] = []
  let blank: LeftOut | null = null
  return {
    add({ line, cells }: Row, reason: string) {
      if (reason === BLANK && blank !== null) {
        blank.lines += 1
        return
      }
      if (told.length >= MOST_TOLD) return
      const text = cells
        .filter((cell) => cell.trim() !== '')
        .slice(0, MOST_TOLD)
        .map((cell) => cell.trim().slice(0, TEXT_SHOWN))
        .join(' · ')
      const entry = { line, lines: 1, text: text.slice(0, TEXT_SHOWN).toWellFormed(), reason }
      if (reason === BLANK) blank = entry
      told.push(entry)
    },
    told: () => told,
  }
}
