import type { UploadRefusal } from '#shared/features/keyword-uploads/contract.ts'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { tidyKeyword } from '#shared/features/keywords/rules.ts'
import { AppError } from '../../../errors.ts'
import { decodeText } from './decode-text.ts'
import { isKeywordHeading, type Row, splitRows } from './split-rows.ts'

/** What a spreadsheet's file has before text that would be a formula; our own exports put it there. */
const HARMLESS_FORMULA = /^'+[=+\-@＝＋－＠]/

export interface PlanOptions {
  /** More lines than this are refused. */
  mostRows?: number
  onRefused: (refusal: UploadRefusal) => void
}

/** A cell as a keyword: tidy, and without the apostrophe that an export has put before it. */
function keywordOf(cell: string): string {
  const tidy = tidyKeyword(cell)
  return HARMLESS_FORMULA.test(tidy) ? tidyKeyword(tidy.slice(1)) : tidy
}

/** Why a keyword cannot be taken; null where it can. */
function reasonAgainst(keyword: string, { isMalformed }: Row): string | null {
  if (isMalformed) return 'A quote inside quotes must be doubled.'
  if (keyword === '') return 'There is no keyword in this line.'
  if (keyword.length > KEYWORD_MAXIMUM) return `Longer than ${KEYWORD_MAXIMUM} characters`
  if (!keyword.isWellFormed()) return 'Contains half a character'
  return /\p{Cc}/u.test(keyword) ? 'Contains control characters' : null
}

/** Which column has the keywords, and whether the first line says so and is none itself. */
function columnOf(first: Row): { column: number; hasHeading: boolean } {
  const column = first.cells.findIndex(isKeywordHeading)
  return { column: Math.max(column, 0), hasHeading: column >= 0 }
}

const isBlank = ({ cells }: Row) => cells.every((cell) => cell.trim() === '')

/**
 * The keywords of a CSV file in its order, a batch at a time, repeats and all. Blank lines are passed over; lines
 * that are no keyword go to `onRefused`; a file that is none is refused as a whole.
 */
export async function* planKeywords(
  content: AsyncIterable<Uint8Array>,
  { mostRows = Number.POSITIVE_INFINITY, onRefused }: PlanOptions,
): AsyncGenerator<string[]> {
  let place: ReturnType<typeof columnOf> | null = null
  let count = 0
  for await (const rows of splitRows(decodeText(content))) {
    const keywords: string[] = []
    for (const row of rows) {
      if (isBlank(row)) continue
      if (place === null) {
        place = columnOf(row)
        if (place.hasHeading) continue
      }
      count += 1
      if (count > mostRows)
        throw new AppError('tooLarge', `The file has more than ${mostRows.toLocaleString('en')} lines.`)
      const keyword = keywordOf(row.cells[place.column] ?? '')
      const reason = reasonAgainst(keyword, row)
      if (reason === null) keywords.push(keyword)
      else onRefused({ line: row.line, text: keyword.toWellFormed(), reason })
    }
    if (keywords.length > 0) yield keywords
  }
}
