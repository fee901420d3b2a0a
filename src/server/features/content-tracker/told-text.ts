import { plusDays } from '#shared/format/day.ts'
import { withoutInvisible } from '#shared/format/invisible.ts'

/** What operators' files also call the columns that we know, in lower case. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  post_id: ['post id', 'postid'],
  day: ['date', 'date shipped'],
  week: ['week_start', 'week start', 'week_start_date'],
  tracking_id: ['tracking id', 'trackingid'],
  address: ['url', 'permalink', 'link'],
  title: ['post_title', 'post title'],
  published: ['post_date', 'post date'],
  focus_keyword: ['focus keyword', 'keyword'],
  products: ['items', 'product_list'],
  availability: ['stock'],
  picture: ['picture_url'],
}

type Cells = Readonly<Record<string, unknown>>

/** The name that a column has here. One of our own name goes before another that means the same. */
export function cellOf(cells: Cells, name: string): unknown {
  const own = cells[name]
  if (own !== undefined && own !== '') return own
  const other = OTHER_NAMES[name]?.find((known) => cells[known] !== undefined)
  return other === undefined ? own : cells[other]
}

/** The cell that has this name here, as text. Undefined where there is none. */
export const toldWords = (cells: Cells, name: string): string | undefined => cellText(cellOf(cells, name))

/** The cell as `toldWords` reads it, without the invisible characters that come with copying. */
export function toldIdentifier(cells: Cells, name: string): string | undefined {
  const words = withoutInvisible(toldWords(cells, name) ?? '').trim()
  return words === '' ? undefined : words
}

/** A cell as text without blanks around it; numbers of JSON are text, too. Undefined where there is none. */
export function cellText(cell: unknown): string | undefined {
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
const known = new Map<string, string | null>()
const MOST_KNOWN = 5000

/** A day as `2026-03-01`, or `3/1/2026` as American reports write it. Null for anything else. */
export function dayOf(words: string): string | null {
  const found = known.get(words)
  if (found !== undefined) return found
  const iso = ISO.exec(words)
  const american = AMERICAN.exec(words)
  const [year, month, day] = iso ? iso.slice(1) : american ? [american[3], american[1], american[2]] : []
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
