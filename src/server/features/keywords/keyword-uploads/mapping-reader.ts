import type {
  UploadColumn,
  UploadMapping,
  UploadSeparator,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { AppError } from '../../../errors.ts'
import type { Head } from '../../../kernel/imports/row-reader.ts'
import type { ColumnPlaces } from './heading-reader.ts'
import { type Layout, readLayout } from './layout-reader.ts'

/** How a file is to be read. */
export interface Reading
  extends Pick<Layout, 'separator' | 'from' | 'source' | 'above' | 'hasHeading' | 'cells'> {
  at: ColumnPlaces & { keyword: number }
}

export interface ReadingOptions {
  mapping: UploadMapping
  /** How the caller says which column has the keywords, for a file that leaves it open. */
  howToSay: string
}

/** A separator that occurs in no text, so that no line is split. */
const NEVER = '\u001f'
export const CHARACTERS: Readonly<Record<UploadSeparator, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
  none: NEVER,
}

const NAMED = 30
const SHOWN = 40

const refused = (message: string) => new AppError('unprocessable', message)
const shown = (text: string) => text.trim().slice(0, SHOWN).toWellFormed()

/** `The columns are: 1 “phrase”, 2 “volume”.` */
function columnWords(cells: readonly string[]): string {
  const words = cells.slice(0, NAMED).map((cell, index) => `${index + 1} “${shown(cell)}”`)
  const rest = cells.length > NAMED ? ` and ${cells.length - NAMED} more` : ''
  return `The columns are: ${words.join(', ')}${rest}.`
}

/** The zero-based column given by its number or heading. */
function placeOf(named: string, cells: readonly string[]): number {
  const heading = cells.findIndex((cell) => cell.trim().toLowerCase() === named.trim().toLowerCase())
  if (heading > -1) return heading
  const place = /^\d{1,4}$/.test(named) ? Number(named) - 1 : -1
  if (place >= 0 && place < cells.length) return place
  throw refused(`There is no column ${shown(named)}. ${columnWords(cells)}`)
}

function placesOf(mapping: UploadMapping, cells: readonly string[]): ColumnPlaces {
  const given: [UploadColumn, string | undefined][] = [
    ['keyword', mapping.keyword_column],
    ['tags', mapping.tags_column],
    ['sites', mapping.sites_column],
    ['tracked', mapping.tracked_column],
  ]
  const places = given.flatMap(([column, named]) =>
    named === undefined ? [] : ([[column, placeOf(named, cells)]] as const),
  )
  if (new Set(places.map(([, place]) => place)).size < places.length)
    throw refused('A column can only be used for one field.')
  return Object.fromEntries(places)
}

/** How to read a file, from its content and the user's choices. */
export function readMapping(head: Head, { mapping, howToSay }: ReadingOptions): Reading {
  const separator = mapping.separator && CHARACTERS[mapping.separator]
  const layout = readLayout(head, separator)
  const given = placesOf(mapping, layout.cells)
  const isAsSeen = mapping.has_heading === undefined || layout.from > 0
  const hasHeading = isAsSeen ? layout.hasHeading || layout.from > 0 : mapping.has_heading === 'yes'
  if (given.keyword !== undefined) return { ...layout, hasHeading, at: { ...given, keyword: given.keyword } }
  if (layout.listOf !== null)
    throw refused(
      `This is the list of ${layout.listOf} of a Search Console export; the keywords are in its “Queries.csv”.`,
    )
  if (!layout.isKnown || layout.at.keyword === undefined)
    throw refused(`It’s unclear which column has the keywords. ${columnWords(layout.cells)} ${howToSay}`)
  return { ...layout, hasHeading, at: { ...layout.at, keyword: layout.at.keyword, ...given } }
}
