import { type Country, MARKETS } from '#shared/features/keywords/opportunities/rules.ts'
import type { ImportRow } from '../../../kernel/imports/table-reader.ts'

/** The largest number that a column of the database holds, rounded down. */
export const MOST = 2_000_000_000

const PLAIN_NUMBER = /^-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/

export interface Range {
  min: number
  max: number
  /** Round to whole numbers. */
  isWhole?: boolean
}

export const cellWords = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : ''

/** The number in a cell; null if empty, undefined if invalid or out of range. */
function figureIn(cell: unknown, { min, max, isWhole = false }: Range): number | null | undefined {
  const text = cellWords(cell).replace(/^[$€£¥₹]\s?|\s?[%$€£¥₹]$/g, '')
  if (text === '' || text === '-' || text === '–') return null
  if (!PLAIN_NUMBER.test(text)) return undefined
  const number = Number(text.replaceAll(',', ''))
  const figure = isWhole ? Math.round(number) : number
  return figure < min || figure > max ? undefined : figure
}

type Figures<Name extends string> = Readonly<Record<Name, number | null>>

/** Figures of a row by field, or a sentence about the invalid one. */
export function figuresOf<Name extends string>(
  { cells }: ImportRow,
  ranges: Readonly<Record<Name, Range>>,
): Figures<Name> | string {
  const read = Object.entries<Range>(ranges).map(([name, range]) => ({
    name,
    range,
    figure: figureIn(cells[name], range),
  }))
  const wrong = read.find(({ figure }) => figure === undefined)
  if (wrong) {
    const { min, max } = wrong.range
    const range = max >= 1_000_000 ? `from ${min}` : `from ${min} to ${max}`
    return `${wrong.name}: Must be a number ${range}, such as ${Math.min(1200, max)}`
  }
  return Object.fromEntries(read.map(({ name, figure }) => [name, figure])) as Figures<Name>
}

function knownCountry(cell: unknown): Country | undefined {
  const said = cellWords(cell).toLowerCase()
  if (said === '') return 'us'
  if (said === 'gb') return 'uk'
  const found = Object.entries(MARKETS).find(
    ([code, { name }]) => code === said || name.toLowerCase() === said,
  )
  return found?.[0] as Country | undefined
}

/** The country of a code or name, the United States by default, or a sentence about the fault. */
export function countryOf(cell: unknown): { country: Country } | string {
  const country = knownCountry(cell)
  return country === undefined ? `country: Must be one of ${Object.keys(MARKETS).join(', ')}` : { country }
}
