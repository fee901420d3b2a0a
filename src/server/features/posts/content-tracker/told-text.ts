import { plusDays } from '#shared/format/day.ts'
import { withoutInvisible } from '#shared/format/invisible.ts'

type Cells = Readonly<Record<string, unknown>>

/** The cell of a field as text. Undefined if it is blank. */
export const toldWords = (cells: Cells, name: string): string | undefined => cellText(cells[name])

/** The cell as `toldWords` reads it, without the invisible characters that come with copying. */
export function toldIdentifier(cells: Cells, name: string): string | undefined {
  const words = withoutInvisible(toldWords(cells, name) ?? '').trim()
  return words === '' ? undefined : words
}

/** A cell as text without blanks around it; numbers of JSON are text, too. Undefined where there is none. */
function cellText(cell: unknown): string | undefined {
  if (typeof cell === 'number') return String(cell)
  const words = typeof cell === 'string' ? cell.trim() : ''
  return words === '' ? undefined : words
}

const AMOUNT = /^-?\$?-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/

/** A week of one post never earned a billion dollars. */
const MOST_CENTS = 100_000_000_000
const inBounds = (cents: number) => (Math.abs(cents) < MOST_CENTS ? Math.round(cents) : null)

/** An amount of US dollars in cents: `1,234.56`, `$12`, `-3.4`, `(3.40)`. Null for anything else. */
export function centsOf(cell: unknown): number | null {
  if (typeof cell === 'number') return inBounds(cell * 100)
  if (typeof cell !== 'string') return null
  const words = cell.trim()
  const isTaken = words.startsWith('(') && words.endsWith(')')
  const amount = isTaken ? words.slice(1, -1) : words
  if (amount.length > 20 || !AMOUNT.test(amount)) return null
  return inBounds((isTaken ? -100 : 100) * Number(amount.replace(/[$,]/g, '')))
}

const ISO = /^([12]\d{3})-(\d{1,2})-(\d{1,2})(?=$|[T ])/
const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/([12]\d{3})(?=$| )/
/** `Nov 3, 2026` and `03-Nov-2026`, as networks write days. */
const NAMED = /^(?:([a-z]{3})[a-z]*\.? (\d{1,2}),? |(\d{1,2})[- ]([a-z]{3})[a-z]*[- ])([12]\d{3})(?=$|[ ,])/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const known = new Map<string, string | null>()
const MOST_KNOWN = 5000

/** Year, month and day, as they are written. */
function partsOf(words: string): readonly (string | undefined)[] {
  const iso = ISO.exec(words)
  if (iso) return iso.slice(1)
  const american = AMERICAN.exec(words)
  if (american) return [american[3], american[1], american[2]]
  const [, before, dayAfter, dayBefore, after, year] = NAMED.exec(words) ?? []
  const month = MONTHS.indexOf((before ?? after ?? '').toLowerCase()) + 1
  return [year, String(month), dayAfter ?? dayBefore]
}

/** A day as `2026-03-01`, `3/1/2026` or `Mar 1, 2026`. Null for anything else. */
export function dayOf(words: string): string | null {
  const found = known.get(words)
  if (found !== undefined) return found
  const [year, month, day] = partsOf(words)
  const written = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  const isDay =
    year !== undefined &&
    !Number.isNaN(Date.parse(`${written}T00:00:00Z`)) &&
    plusDays(written, 0) === written
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(words, isDay ? written : null)
  return isDay ? written : null
}

export const ASIN = /^[A-Z0-9]{10}$/
