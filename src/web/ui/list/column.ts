import type { ReactNode } from 'react'

/** The key of a row: what the table knows it by from one page to the next. */
export type RowKey = string | number

/**
 * Where a cell stands on a phone, where a row is a card of three lines, each with a left and a right end. A cell
 * without a place takes a line of its own below them.
 */
export type CardPlace = 'name' | 'figure' | 'note' | 'state' | 'foot' | 'actions'

/** A choice of values in the header; what is chosen is driven from outside, like sort and page. */
export interface HeaderFilter {
  options: readonly { label: string; value: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

export interface TableColumn<Row> {
  key: string
  title: string
  /** Stands in the header in the place of the title. */
  head?: ReactNode
  render(row: Row): ReactNode
  /** The header sorts by this column's key. */
  sortable?: boolean
  /** Right-aligned, with figures of one width. */
  numeric?: boolean
  /** In pixels. */
  width?: number
  place?: CardPlace
  /** On a phone, where no header stands above it, the title goes before the value. */
  labelled?: boolean
  /** Cannot be hidden. */
  required?: boolean
  /** Hidden until it is chosen. */
  hidden?: boolean
  /** Hidden for lack of room. */
  leftOut?: boolean
  /** Stays in view where the table is wider than its box; `left` only for the first column. */
  fixed?: 'left' | 'right'
  filter?: HeaderFilter
}

export interface TableSort {
  key: string
  order: 'asc' | 'desc'
}

/** What a table wants to know of the query that fills it; a query result fits as it is. */
export interface TableQuery {
  isPending: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
  /** When the rows came, in milliseconds since 1970. */
  dataUpdatedAt?: number
}

/** Which places of a card are taken: where nothing stands at one end, the other has the whole line. */
export const cellPlacesOf = <Row>(columns: readonly TableColumn<Row>[]) =>
  columns.flatMap(({ place }) => place ?? []).join(' ')

/** The classes of a cell and of the header above it. */
export function cellClass({ numeric, fixed }: { numeric?: boolean; fixed?: 'left' | 'right' }): string {
  return [numeric && 'numeric', fixed && `fixed-${fixed}`].filter(Boolean).join(' ')
}
