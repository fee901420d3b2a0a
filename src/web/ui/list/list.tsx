import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { DataTable, type DataTableProps } from '../data-table.tsx'
import { Button } from '../input/button.tsx'
import type { ListAddress } from './address.ts'
import type { TableQuery, TableSort } from './column.ts'
import { defaultFilters, type Filtered, isFiltered } from './filters.ts'
import { lastPageOf, type PagerProps } from './pager.tsx'
import { isPastEnd, pastEnd } from './past-end.tsx'

/** A page of a list, and the number of rows on all pages. */
export interface ListPage<Row> {
  rows: readonly Row[]
  total: number
  /** There are more rows than `total`; the exact number was not counted. */
  isMore?: boolean
}

/** The declaration of a list. `List` derives the order, pages and empty states from it. */
export interface ListOf<Row extends object, Search extends ListAddress>
  extends Pick<DataTableProps<Row>, 'name' | 'label' | 'rowKey' | 'rowKeys' | 'failTitle' | 'rowHeight'>,
    Filtered<Search> {
  /** Rows per page until the user chooses another size. */
  size: number
  /** The usual number of rows, if a page has room for many more. */
  usual?: number
  /** Shown while there are no rows at all. With a heading, it says why and how to fill the list. */
  empty: ReactNode
  emptyTitle?: string
  /** Shown when the filters match nothing, with the label of the button that clears them. */
  unmatched?: { text: ReactNode | ((search: Search) => ReactNode); clear: string }
}

interface ListProps<Row extends object, Search extends ListAddress>
  extends Pick<
    DataTableProps<Row>,
    | 'columns'
    | 'draw'
    | 'skeleton'
    | 'choice'
    | 'expand'
    | 'selection'
    | 'onOpen'
    | 'rowClassName'
    | 'toolbar'
  > {
  of: ListOf<Row, Search>
  search: Search
  onChange(patch: object, options?: { replace?: boolean }): void
  query: TableQuery & { data: ListPage<Row> | undefined; isPlaceholderData: boolean }
  /** The rows, if they are not only those of the page; undefined while some of them are missing. */
  rows?: readonly Row[] | undefined
  /** If the list is empty: the way to create the first row. */
  emptyAction?: ReactNode
  /** The page sizes to choose from and the chosen one, if the user can choose. */
  pageSize?: NonNullable<PagerProps['sizes']> & { chosen: number }
}

/** The empty state of a list: past its last page, nothing matches the filters, or no rows exist yet. */
function gapOf<Row extends object, Search extends ListAddress>(
  { of, search, onChange, emptyAction }: ListProps<Row, Search>,
  page: PagerProps,
) {
  if (isPastEnd(page)) return pastEnd(page)
  if (!isFiltered(of, search) || !of.unmatched)
    return { title: of.emptyTitle, text: of.empty, action: emptyAction }
  const { text, clear } = of.unmatched
  return {
    text: typeof text === 'function' ? text(search) : text,
    action: <Button onClick={() => onChange({ ...defaultFilters(of), page: 1 })}>{clear}</Button>,
  }
}

/** Goes to the new last page when the current page has just lost its last row. */
function useLastPage(page: PagerProps, rows: readonly object[] | undefined, leave: (last: number) => void) {
  const seen = useRef(0)
  useEffect(() => {
    if (rows === undefined) return
    if (rows.length > 0) seen.current = page.current
    else if (isPastEnd(page) && seen.current === page.current) leave(lastPageOf(page))
  })
}

/** Renders a declared list in the state that the address holds. */
export function List<Row extends object, Search extends ListAddress>(props: ListProps<Row, Search>) {
  const { of, search, onChange, query, rows: given, emptyAction: _action, pageSize, ...table } = props
  const rows = 'rows' in props ? given : query.data?.rows
  const { name, label, rowKey, rowKeys, failTitle, rowHeight, size, address } = of
  const page: PagerProps = {
    current: search.page,
    size: pageSize?.chosen ?? size,
    sizes: pageSize,
    total: query.data?.total ?? 0,
    isMore: query.data?.isMore,
    onChange: (next) => onChange({ page: next }),
  }
  useLastPage(page, query.isPlaceholderData ? undefined : query.data?.rows, (last) =>
    onChange({ page: last }, { replace: true }),
  )
  const begins = useMemo(() => address.parse({}), [address])
  const sortBy = (sort: TableSort | undefined) => {
    // An order that the schema does not know becomes the list's default order.
    const next = address.parse(sort ? { sort: sort.key, sortOrder: sort.order } : {})
    onChange({ sort: next.sort, sortOrder: next.sortOrder, page: 1 })
  }
  return (
    <DataTable
      {...table}
      name={name}
      label={label}
      rowKey={rowKey}
      failTitle={failTitle}
      {...(rowHeight === undefined ? {} : { rowHeight })}
      {...(rowKeys === undefined ? {} : { rowKeys })}
      expected={of.usual ?? page.size}
      isWhole={query.data !== undefined && !query.isPlaceholderData && !isFiltered(of, search)}
      rows={rows}
      query={query}
      empty={gapOf(props, page)}
      {...(begins.sort === undefined
        ? {}
        : { sort: { key: search.sort ?? begins.sort, order: search.sortOrder ?? 'asc' }, onSort: sortBy })}
      page={page}
    />
  )
}
