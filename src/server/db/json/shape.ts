import { type Column, type SQL, sql } from 'drizzle-orm'
import { JsonText } from './json-text.ts'
import type { NamedRows } from './named-rows.ts'

/** SQL for each field of `T`, in the order in which they are written. */
export type Shape<T> = { readonly [Field in keyof T]-?: SQL<T[Field]> }

type Fields = Readonly<Record<string, SQL>>

const columnsOf = (fields: Fields) =>
  sql.join(
    Object.entries(fields).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`),
    sql`, `,
  )

const rowOf = (fields: Fields, from: SQL | undefined): SQL =>
  sql`(select ${columnsOf(fields)}${from === undefined ? sql`` : sql` from ${from}`}) o`

/** A row of `from` as a JSON object, or null if there is none. Without `from`, values of the outer query. */
export const jsonRow = <T>(shape: Shape<T>, from?: SQL): SQL<T> =>
  sql`(select row_to_json(o) from ${rowOf(shape, from)})`

/** The rows of `from`, in its order, as a JSON list. */
export const jsonRows = <T>(shape: Shape<T>, from: SQL): SQL<T[]> =>
  sql`array_to_json(array(select o from ${rowOf(shape, from)}))`

/** A moment as JavaScript writes it, in UTC and with milliseconds. */
export const jsonMoment = (moment: Column | SQL): SQL<string> =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A list of the rows that an array of ids names, which are known to the server. */
interface NamedList<T, Name> {
  rows: Name
  ids: Column | SQL
  readonly list?: T
}

export const namedList = <T, const Name extends string>(
  rows: Name,
  ids: Column | SQL,
): NamedList<T[], Name> => ({ rows, ids })

type RowFields<T, Name> = { readonly [Field in keyof T]-?: SQL<T[Field]> | NamedList<T[Field], Name> }

/** A part of a row's JSON: fields that the database writes, or a named list. */
interface Part<Name> {
  column: string
  fields: Record<string, SQL>
  list?: { field: string; rows: Name; ids: Column | SQL }
}

function partsOf<Name>(fields: Readonly<Record<string, SQL | NamedList<unknown, Name>>>): Part<Name>[] {
  const parts: Part<Name>[] = []
  for (const [field, value] of Object.entries(fields)) {
    const last = parts.at(-1)
    if ('ids' in value) parts.push({ column: `part_${parts.length}`, fields: {}, list: { field, ...value } })
    else if (last === undefined || last.list)
      parts.push({ column: `part_${parts.length}`, fields: { [field]: value } })
    else last.fields[field] = value
  }
  return parts
}

/**
 * The rows of a list as JSON that the database writes. `columns` are for a select; `write` turns the selected rows into
 * the JSON of each. Lists of named rows come from `names`, so that no row looks them up.
 */
export function jsonList<T, Name extends string = never>(fields: RowFields<T, Name>) {
  const parts = partsOf<Name>(fields as Readonly<Record<string, SQL | NamedList<unknown, Name>>>)
  const columns = Object.fromEntries(
    parts.map(({ column, fields, list }) => [
      column,
      list ? sql<string>`${list.ids}::text` : sql<string>`${jsonRow(fields)}::text`,
    ]),
  )
  async function write(
    rows: readonly Record<string, string>[],
    names: Readonly<Record<Name, NamedRows>>,
  ): Promise<JsonText<T>[]> {
    const textsOf = await Promise.all(
      parts.map(async ({ column, list }) => {
        const texts = rows.map((row) => row[column] ?? '')
        if (list === undefined) return texts.map((text) => text.slice(1, -1))
        const lists = await names[list.rows].listsOf(texts)
        return lists.map((text) => `"${list.field}":${text}`)
      }),
    )
    return rows.map((_row, place) => new JsonText<T>(`{${textsOf.map((texts) => texts[place]).join(',')}}`))
  }
  return { columns, write }
}
