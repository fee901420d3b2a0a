import type { UploadMapping } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { TAG_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { tidyTag } from '#shared/features/keywords/keywords/rules.ts'
import { AppError } from '../../../errors.ts'
import { holdsSheetError } from '../../../files/sheet-error.ts'
import type { NamedSite, SiteResolver } from '../../../kernel/imports/sites.ts'
import type { ColumnPlaces } from './heading-reader.ts'

/** Fields of a line besides its keyword. */
export interface Details {
  tags: readonly string[]
  sites: readonly NamedSite[]
  isTracked: boolean
}

/** As many tags and as many sites as a keyword may be given at once. */
const MOST_VALUES = 100
/** Length of an invalid value in a reason. */
const SHOWN = 50

/** An entry of a list: up to the next comma, semicolon or pipe, or quoted if it contains one of these. */
const ITEM = /\s*(?:"((?:[^"]|""){0,300})"\s*(?=[,;|]|$)|([^,;|]*))(?:[,;|]|$)/y
const TRACKED: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }
/** What a spreadsheet's file has before text that would be a formula; our own exports put it there. */
const HARMLESS_FORMULA = /^'+[=+\-@＝＋－＠]/

/** A text as it was before an export made it harmless. */
export const unescaped = (text: string): string => (HARMLESS_FORMULA.test(text) ? text.slice(1) : text)

/** `a, b` as our export writes it, or with semicolons or pipes between them; one more than `MOST_VALUES` at most. */
function itemsOf(cell: string): string[] {
  if (cell === '') return []
  const isOddly = cell.includes(';') || cell.includes('|')
  if (!cell.includes('"')) return cell.split(isOddly ? /[,;|]/ : ',', MOST_VALUES + 1)
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
  if (tags.length > MOST_VALUES) return `There are more than ${MOST_VALUES} tags.`
  if (names.length > MOST_VALUES) return `There are more than ${MOST_VALUES} sites.`
  if (tags.some((tag) => tag.length > TAG_MAXIMUM)) return `A tag is longer than ${TAG_MAXIMUM} characters.`
  const isOdd = tags.some((tag) => tag.includes('\0') || !tag.isWellFormed())
  return isOdd ? 'A tag contains characters that cannot be stored.' : null
}

const tagsIn = (cell: string) => [...new Set(itemsOf(cell).map(tidyTag))].filter((tag) => tag !== '')
const isThere = (text: string) => text !== ''

/** The sites of a cell, or what no site is called. A cell that is one name, whatever it has inside, is that site. */
function sitesIn(
  cell: string,
  findSite: SiteResolver,
): { sites: NamedSite[]; names: string[]; unknown?: string } {
  const whole = findSite(cell)
  if (whole !== undefined) return { sites: [whole], names: [cell] }
  const names = itemsOf(cell)
    .map((name) => name.trim())
    .filter(isThere)
  const found = names.map(findSite)
  const unknown = names[found.indexOf(undefined)]
  const sites = found.filter((site) => site !== undefined)
  return { sites, names, ...(unknown === undefined ? {} : { unknown }) }
}

/** Tags and sites of every line of a file. */
export type CommonDetails = Pick<Details, 'tags' | 'sites'>
const NOTHING: CommonDetails = { tags: [], sites: [] }

/** Tags and sites for all lines; refused as a whole if a site is unknown or a tag is invalid. */
export function readCommonDetails(
  { tags = '', sites = '' }: Pick<UploadMapping, 'tags' | 'sites'>,
  findSite: SiteResolver,
): CommonDetails {
  const read = { tags: tagsIn(tags), ...sitesIn(sites, findSite) }
  const reason =
    read.unknown === undefined
      ? reasonAgainst(read.tags, read.names)
      : `There is no site ${shown(read.unknown)}.`
  if (reason !== null) throw new AppError('unprocessable', /\.$/.test(reason) ? reason : `${reason}.`)
  return { tags: read.tags, sites: [...new Set(read.sites)] }
}

const joined = <Item>(common: readonly Item[], own: readonly Item[]) =>
  common.length === 0 ? own : [...new Set([...own, ...common])]

/** Details from a line's cells, added to those for all lines, or why they are invalid. */
export function readDetails(
  cells: readonly string[],
  at: ColumnPlaces,
  findSite: SiteResolver,
  common: CommonDetails = NOTHING,
): Details | { reason: string } {
  const cellOf = (column: number | undefined) =>
    column === undefined ? '' : unescaped((cells[column] ?? '').trim())
  const own = { tags: tagsIn(cellOf(at.tags)), ...sitesIn(cellOf(at.sites), findSite) }
  if (own.tags.some(holdsSheetError)) return { reason: 'A tag is a spreadsheet error.' }
  const tags = joined(common.tags, own.tags)
  const reason = reasonAgainst(tags, own.names)
  if (reason !== null) return { reason }
  if (own.unknown !== undefined) return { reason: `There is no site ${shown(own.unknown)}.` }
  const tracked = cellOf(at.tracked).toLowerCase()
  const isTracked = tracked === '' || (Object.hasOwn(TRACKED, tracked) ? TRACKED[tracked] : undefined)
  if (isTracked === undefined) return { reason: `Tracked must be yes or no, not ${shown(tracked)}.` }
  return { tags, sites: joined(common.sites, [...new Set(own.sites)]), isTracked }
}
