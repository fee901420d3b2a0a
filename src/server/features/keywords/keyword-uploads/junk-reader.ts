import type { LeftOut } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { isBlank } from '../../../kernel/imports/header-reader.ts'
import type { Row } from '../../../kernel/imports/row-reader.ts'
import { isSum, isSumAlone } from '../../../kernel/imports/totals.ts'
import type { Reading } from './mapping-reader.ts'

const TEXT_SHOWN = 80
const MOST_TOLD = 20
const MOST_HELD = 10

const BLANK = 'Blank'
const HEADING = 'Names the columns'
const TOTAL = 'A total'
/** Reasons that apply to most files and need no explanation. */
export const USUAL: readonly string[] = [BLANK, HEADING]

const SEPARATOR_LINE = /^sep=/i

const tidied = (cells: readonly string[]) => cells.map((cell) => cell.trim().toLowerCase())

/** Collects skipped rows for the response. */
function createLeftOut() {
  const told: LeftOut[] = []
  let blank: LeftOut | null = null
  return {
    add({ line, cells }: Row, reason: string) {
      if (reason === BLANK && blank !== null) {
        blank.lines += 1
        return
      }
      if (told.length >= MOST_TOLD) return
      const said = cells.map((cell) => cell.trim().slice(0, TEXT_SHOWN)).filter((cell) => cell !== '')
      const text = said.slice(0, MOST_TOLD).join(' · ')
      const entry = { line, lines: 1, text: text.slice(0, TEXT_SHOWN).toWellFormed(), reason }
      if (reason === BLANK) blank = entry
      told.push(entry)
    },
    told: () => told.toSorted((one, other) => one.line - other.line),
  }
}

/** Decides whether a row was never meant to be a keyword, and why. */
function createJudge({ above, hasHeading, source, at }: Reading) {
  let heading: readonly string[] | null = null
  let keywordLength = 0
  const isHeadingAgain = (row: Row) =>
    heading !== null &&
    heading.length > 1 &&
    row.cells.length === heading.length &&
    row.cells[at.keyword]?.length === keywordLength &&
    tidied(row.cells).every((cell, column) => cell === heading?.[column])
  /** Totals occur only in other tools' tables, whose rows have figures. */
  const hasSums = ({ cells }: Row) => source !== 'copydesk' && cells.length > 1
  return {
    reasonOf(row: Row, index: number): string | null {
      if (isBlank(row.cells)) return BLANK
      if (index < above)
        return index === 0 && SEPARATOR_LINE.test(row.cells[0] ?? '')
          ? 'Sets the column separator'
          : 'Above the table'
      if (hasHeading && heading === null) {
        heading = tidied(row.cells)
        keywordLength = row.cells[at.keyword]?.length ?? 0
        return HEADING
      }
      if (isHeadingAgain(row)) return 'Repeats the column names'
      return hasSums(row) && isSum(row.cells) ? TOTAL : null
    },
    isTotalIfLast: (row: Row) => hasSums(row) && isSumAlone(row.cells[at.keyword] ?? ''),
  }
}

/** Keeps rows that may contain keywords, and reports the others. Rows are passed in order. */
export interface Sieve {
  sift(rows: readonly Row[]): Row[]
  /** The first row of the table, which is its heading if there is one; null before it is reached. */
  first(): Row | null
  /** Call after the last row. */
  end(): void
  leftOut(): LeftOut[]
}

export function createSieve(reading: Reading): Sieve {
  const judge = createJudge(reading)
  const leftOut = createLeftOut()
  let index = -1
  let first: Row | null = null
  const held: Row[] = []

  function keep(row: Row, kept: Row[]) {
    index += 1
    const reason = judge.reasonOf(row, index)
    if (reason !== BLANK && index >= reading.above) first ??= row
    if (reason !== null) leftOut.add(row, reason)
    else if (judge.isTotalIfLast(row) && held.length < MOST_HELD) held.push(row)
    else {
      if (held.length > 0) kept.push(...held.splice(0))
      kept.push(row)
    }
  }

  return {
    sift(rows) {
      const kept: Row[] = []
      for (const row of rows) keep(row, kept)
      return kept
    },
    first: () => first,
    end() {
      for (const row of held) leftOut.add(row, TOTAL)
    },
    leftOut: leftOut.told,
  }
}
