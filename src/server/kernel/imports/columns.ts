import { withoutInvisible } from '#shared/format/invisible.ts'

/** A column's name as `postid`, however a file writes it: `Post ID`, `post_id`, `Post-Id`. */
export const plainName = (name: string): string =>
  withoutInvisible(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%$€£]+/gu, '')

/** Which columns of a header hold which field, counted from 0. The first one that says something counts. */
export type FieldPlaces = Readonly<Record<string, readonly number[]>>

/** Columns of a table, from its header. */
export interface TableColumns {
  fields: FieldPlaces
  /** The report that it is, for people; its rows of totals are passed over. */
  report?: string
  /** What holds for every row, by fields. */
  constants?: Readonly<Record<string, string>>
}

interface HeaderContext {
  /** False for the keys of a JSON object. */
  isTable: boolean
  /** The lines above the header. */
  above: readonly (readonly string[])[]
}

/** Recognizes a header. Null for a line that is none of this import. */
export type Recognize = (header: readonly string[], context: HeaderContext) => TableColumns | null

/** The columns of an import as its own files call them, with the other names that they go by. */
export type ColumnNames = Readonly<Record<string, readonly string[]>>

/** Number of an import's columns that make a line its header. */
const ENOUGH = 2

/** Where a header has the columns of an import. */
export function columnPlaces(names: ColumnNames, header: readonly string[]): FieldPlaces {
  const plain = header.map(plainName)
  const placesOfField = (field: string, others: readonly string[]) =>
    [...new Set([field, ...others].map(plainName))].flatMap((name) =>
      plain.flatMap((each, place) => (each === name ? [place] : [])),
    )
  return Object.fromEntries(
    Object.entries(names)
      .map(([field, others]) => [field, placesOfField(field, others)] as const)
      .filter(([, places]) => places.length > 0),
  )
}

/** Recognizes the header of an import by its columns. A JSON object may have fewer of them. */
export const recognizeColumns =
  (names: ColumnNames): Recognize =>
  (header, { isTable }) => {
    const fields = columnPlaces(names, header)
    return isTable && Object.keys(fields).length < ENOUGH ? null : { fields }
  }
