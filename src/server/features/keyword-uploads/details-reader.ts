import { TAG_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { tidyTag } from '#shared/features/keywords/rules.ts'
import type { Columns } from './heading-reader.ts'

/** What a line says of its keyword beside the words. */
export interface Details {
  tags: readonly string[]
  sites: readonly KnownSite[]
  isTracked: boolean
}

export interface KnownSite {
  id: number
  name: string
}

/** The sites by their names in lower case. */
export type SitesByName = ReadonlyMap<string, KnownSite>

/** As many tags and as many sites as a keyword may be given at once. */
const MOST_VALUES = 100
/** As much of what is wrong as a reason shows. */
const SHOWN = 50

/** One of a list: up to the next comma, or in quotes where it has commas itself. */
const ITEM = /\s*(?:"((?:[^"]|""){0,300})"\s*(?=,|$)|([^,]*))(?:,|$)/y
const TRACKED: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }
/** What a spreadsheet's file has before text that would be a formula; our own exports put it there. */
const HARMLESS_FORMULA = /^'+[=+\-@＝＋－＠]/

/** A text as it was before an export made it harmless. */
export const unescaped = (text: string): string => (HARMLESS_FORMULA.test(text) ? text.slice(1) : text)

/** `a, b` as our export writes it; one more than `MOST_VALUES` at most. */
function itemsOf(cell: string): string[] {
  if (!cell.includes('"')) return cell.split(',', MOST_VALUES + 1)
  const items: string[] = []
  ITEM.lastIndex = 0
  while (ITEM.lastIndex < cell.length && items.length <= MOST_VALUES) {
    const [, quoted, plain = ''] = ITEM.exec(cell) ?? []
    items.push(quoted?.replaceAll('""', '"') ?? plain)
  }
  return items
}

const shown = (text: string) => `“${text.slice(0, SHOWN).toWellFormed()}”`

function reasonAgainst(tags: readonly string[], names: readonly string[]): string | null {
  if (tags.length > MOST_VALUES) return `More than ${MOST_VALUES} tags`
  if (names.length > MOST_VALUES) return `More than ${MOST_VALUES} sites`
  if (tags.some((tag) => tag.length > TAG_MAXIMUM)) return `A tag is longer than ${TAG_MAXIMUM} characters.`
  const isOdd = tags.some((tag) => tag.includes('\0') || !tag.isWellFormed())
  return isOdd ? 'A tag contains characters that cannot be stored.' : null
}

/** What the cells of a line say of its keyword, or why they cannot be taken. */
export function readDetails(
  cells: readonly string[],
  { at }: Columns,
  known: SitesByName,
): Details | { reason: string } {
  const cellOf = (column: number | undefined) =>
    column === undefined ? '' : unescaped((cells[column] ?? '').trim())
  const tags = [...new Set(itemsOf(cellOf(at.tags)).map(tidyTag))].filter((tag) => tag !== '')
  const names = itemsOf(cellOf(at.sites))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const reason = reasonAgainst(tags, names)
  if (reason !== null) return { reason }
  const sites = new Set<KnownSite>()
  for (const name of names) {
    const site = known.get(name.toLowerCase())
    if (site === undefined) return { reason: `There is no site ${shown(name)}.` }
    sites.add(site)
  }
  const tracked = cellOf(at.tracked).toLowerCase()
  const isTracked = tracked === '' || (Object.hasOwn(TRACKED, tracked) ? TRACKED[tracked] : undefined)
  if (isTracked === undefined) return { reason: `Tracked must be yes or no, not ${shown(tracked)}.` }
  return { tags, sites: [...sites], isTracked }
}
