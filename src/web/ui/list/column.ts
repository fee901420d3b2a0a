import type { ReactNode } from 'react'

/** The key of a row, which identifies it across pages. */
export type RowKey = string | number

/**
 * The position of a cell on a phone, where a row is a card of three lines, each with a left and a right end.
 * A cell without a position gets a line of its own below them.
 */
export type CardPlace = 'name' | 'figure' | 'note' | 'state' | 'foot' | 'actions'

/** A choice of values in the header, controlled from outside like the order and the page. */
export interface HeaderFilter {
  options: readonly { label: string; value: string }[]
  value: readonly string[]
  onChange: (value: string[]) => void
}

export interface TableColumn<Row> {
  key: string
  title: string
  /** Shown in the header instead of the title. */
  head?: ReactNode
  render(row: Row): ReactNode
  /** A click on the header sorts by this column's key. */
  sortable?: boolean
  /** Right-aligned, with tabular figures. */
  numeric?: boolean
  /** In px. */
  width?: number
  place?: CardPlace
  /** On a phone, which has no header, the title is shown before the value. */
  labelled?: boolean
  /** Cannot be hidden. */
  required?: boolean
  /** Hidden by default. */
  hidden?: boolean
  /** Hidden for lack of room. */
  leftOut?: boolean
  /** Stays in view when the table scrolls sideways; `left` only for the first column. */
  fixed?: 'left' | 'right'
  filter?: HeaderFilter
}

export interface TableSort {
  key: string
  order: 'asc' | 'desc'
}

/** The part of a query that a table uses; a query result can be passed as it is. */
export interface TableQuery {
  isPending: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
  /** When the rows were loaded, in milliseconds since 1970. */
  dataUpdatedAt?: number
}

/** The occupied positions of a card: if one end of a line is empty, the other gets the whole line. */
export const cellPlacesOf = <Row>(columns: readonly TableColumn<Row>[]) =>
  columns.flatMap(({ place }) => place ?? []).join(' ')

/** The classes of a cell and of its header. */
export function cellClass({ numeric, fixed }: { numeric?: boolean; fixed?: 'left' | 'right' }): string {
  return [numeric && 'numeric', fixed && `fixed-${fixed}`].filter(Boolean).join(' ')
}
