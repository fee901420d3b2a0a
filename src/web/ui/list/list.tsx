import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Button } from '../button.tsx'
import { DataTable, type DataTableProps } from '../data-table.tsx'
import type { ListAddress } from './address.ts'
import type { TableQuery, TableSort } from './column.ts'
import { atRest, type Filtered, isFiltered } from './filters.ts'
import { lastPageOf, type PagerProps } from './pager.tsx'
import { isPastEnd, pastEnd } from './past-end.tsx'

/** A page of a list, and how many rows there are on all of its pages. */
export interface ListPage<Row> {
  rows: readonly Row[]
  total: number
  /** There are more than `total`, which nobody counted. */
  isMore?: boolean
}

/** What a list is, said once; what follows from it (order, pages, what stands where nothing is) comes with `List`. */
export interface ListOf<Row extends object, Search extends ListAddress>
  extends Pick<DataTableProps<Row>, 'name' | 'label' | 'rowKey' | 'rowKeys' | 'failTitle' | 'rowHeight'>,
    Filtered<Search> {
  /** Rows to a page, where nobody has chosen another number of them. */
  size: number
  /** How many rows there usually are, where a page has room for many more. */
  usual?: number
  /** What stands where there is nothing yet; with a heading, why there is nothing and what fills the list. */
  empty: ReactNode
  emptyTitle?: string
  /** What stands where the filters leave nothing, and what the button is called that takes them away. */
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
  /** Where they are not those of the page alone; undefined as long as something of them is missing. */
  rows?: readonly Row[] | undefined
  /** Where there is nothing yet: the way to the first row. */
  emptyAction?: ReactNode
  /** How many rows a page has, and may have, where that can be chosen. */
  pageSize?: NonNullable<PagerProps['sizes']> & { chosen: number }
}

/** What stands where a list has no rows: past its end, because of the filters, or because there are none yet. */
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
    action: <Button onClick={() => onChange({ ...atRest(of), page: 1 })}>{clear}</Button>,
  }
}

/** Goes to the last page where the page that one is on has just lost its last row. */
function useLastPage(page: PagerProps, rows: readonly object[] | undefined, leave: (last: number) => void) {
  const seen = useRef(0)
  useEffect(() => {
    if (rows === undefined) return
    if (rows.length > 0) seen.current = page.current
    else if (isPastEnd(page) && seen.current === page.current) leave(lastPageOf(page))
  })
}

/** A list as it is declared, at the place that the address names. */
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
    // What the schema does not know as an order becomes the one that the list begins with.
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
