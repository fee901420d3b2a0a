import { type GetProp, Table, type TableProps } from 'antd'
import { ChevronRight } from 'lucide-react'
import { type MouseEvent, type ReactNode, type RefObject, useContext, useMemo, useRef } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import { Empty } from './empty.tsx'
import { Failed } from './failed.tsx'
import { SubHeaderHeight } from './page.tsx'
import { scrollToTop } from './scroll-to-top.ts'
import { Skeleton } from './skeleton.tsx'
import { type ColumnChoice, useColumnChoice } from './use-column-choice.ts'
import { NARROW, useMedia } from './use-media.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface TableColumn<Row> {
  key: string
  title: string
  render: (row: Row, index: number) => ReactNode
  /** The header sorts by this column's key. */
  sortable?: boolean
  /** Right-aligned, with figures of one width. */
  numeric?: boolean
  width?: number
  /** On a phone, where no header stands above it, the title goes before the value. */
  labelled?: boolean
  /** Cannot be hidden. */
  required?: boolean
  /** Hidden until it is chosen. */
  hidden?: boolean
  fixed?: 'left' | 'right'
  /** A choice of values in the header; what is chosen is driven from outside, like sort and page. */
  filter?: {
    options: readonly { label: string; value: string }[]
    value: readonly string[]
    onChange: (value: string[]) => void
  }
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
}

interface DataTableProps<Row extends object> {
  /** Under this name the chosen columns are remembered. */
  name: string
  label: string
  columns: readonly TableColumn<Row>[]
  /** Which columns are shown, where that is known from outside; then on a phone too. */
  choice?: ColumnChoice
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  query: TableQuery
  /** The catalogue's title for a failed fetch. */
  failTitle: string
  empty: { text: ReactNode; action?: ReactNode }
  sort?: TableSort | undefined
  onSort?: (sort: TableSort | undefined) => void
  page?: { current: number; size: number; total: number; onChange: (page: number) => void }
  expand?: {
    render: (row: Row) => ReactNode
    keys: readonly (string | number)[]
    onChange: (keys: (string | number)[]) => void
  }
  selection?: { keys: readonly (string | number)[]; onChange: (keys: (string | number)[]) => void }
  /** Enter on a focused row. */
  onOpen?: (row: Row) => void
  rowClassName?: (row: Row) => string
  /** Left of the column chooser: filters. */
  toolbar?: ReactNode
}

/** Of the columns that only open or tick a row. */
const TOOL_WIDTH = 40

type AntColumns<Row> = NonNullable<TableProps<Row>['columns']>

function antColumn<Row extends object>(
  column: TableColumn<Row>,
  sort: TableSort | undefined,
): AntColumns<Row>[number] {
  const { key, title, render, sortable, numeric, width, fixed, filter, labelled } = column
  const order = sort?.order === 'asc' ? ('ascend' as const) : ('descend' as const)
  return {
    key,
    title,
    render: (_, row, index) => render(row, index),
    className: numeric ? 'numeric' : '',
    align: numeric ? 'right' : 'left',
    ...(labelled ? { onCell: () => ({ 'data-label': title }) as object } : {}),
    ...(width === undefined ? {} : { width }),
    ...(fixed === undefined ? {} : { fixed }),
    ...(sortable
      ? { sorter: true, sortOrder: sort?.key === key ? order : null, showSorterTooltip: false }
      : {}),
    ...(filter
      ? {
          filters: filter.options.map(({ label, value }) => ({ text: label, value })),
          filteredValue: filter.value.length > 0 ? [...filter.value] : null,
          filterSearch: filter.options.length > 8,
        }
      : {}),
  }
}

const sameValues = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

/** Passes on the one thing that the header changed. */
function useHeaderChange<Row extends object>({
  columns,
  sort,
  onSort,
}: DataTableProps<Row>): GetProp<TableProps<Row>, 'onChange'> {
  return (_page, filters, sorter, { action }) => {
    if (action === 'sort' && !Array.isArray(sorter)) {
      const key = String(sorter.columnKey ?? sort?.key ?? '')
      const order = sorter.order === 'ascend' ? 'asc' : 'desc'
      onSort?.(sorter.order ? { key, order } : undefined)
    }
    if (action !== 'filter') return
    for (const { key, filter } of columns) {
      const value = (filters[key] ?? []).map(String)
      if (filter && !sameValues(filter.value, value)) filter.onChange(value)
    }
  }
}

interface ExpandToggleProps {
  isOpen: boolean
  onToggle: (event: MouseEvent<HTMLElement>) => void
}

function ExpandToggle({ isOpen, onToggle }: ExpandToggleProps) {
  return (
    <button
      type="button"
      className="expand-toggle"
      aria-expanded={isOpen}
      aria-label={isOpen ? 'Hide details' : 'Show details'}
      onClick={onToggle}
    >
      <ChevronRight size={16} aria-hidden="true" />
    </button>
  )
}

/** `21–40 of 1,284` */
function rangeOf({ current, size, total }: { current: number; size: number; total: number }): string {
  const last = Math.min(current * size, total)
  return `${(current - 1) * size + 1}–${last} of ${total.toLocaleString('en-US')}`
}

function useSettings<Row extends object>(
  props: DataTableProps<Row>,
  box: RefObject<HTMLElement | null>,
): Partial<TableProps<Row>> {
  const { page, expand, selection, rowClassName, rows = [] } = props
  // A row that was put before those of its page belongs to it: the library would cut the last one off.
  const pageSize = page ? Math.max(page.size, rows.length) : 0
  return {
    pagination: page
      ? {
          current: page.current,
          pageSize,
          total: pageSize > page.size ? Math.ceil(page.total / page.size) * pageSize : page.total,
          onChange: (next) => {
            page.onChange(next)
            scrollToTop(box.current)
          },
          showSizeChanger: false,
          hideOnSinglePage: true,
          showTotal: () => rangeOf(page),
        }
      : false,
    ...(expand
      ? {
          expandable: {
            expandedRowRender: (row: Row) => <div className="expanded">{expand.render(row)}</div>,
            expandedRowKeys: expand.keys,
            onExpandedRowsChange: (keys) => expand.onChange(keys as (string | number)[]),
            columnTitle: <span className="visually-hidden">Details</span>,
            columnWidth: TOOL_WIDTH,
            expandIcon: ({ expanded, onExpand, record }) => (
              <ExpandToggle isOpen={expanded} onToggle={(event) => onExpand(record, event)} />
            ),
          },
        }
      : {}),
    ...(selection
      ? {
          rowSelection: {
            selectedRowKeys: [...selection.keys],
            onChange: (keys) => selection.onChange(keys as (string | number)[]),
            preserveSelectedRowKeys: true,
            columnWidth: TOOL_WIDTH,
          },
        }
      : {}),
    ...(rowClassName ? { rowClassName } : {}),
  }
}

/** Old rows stand below although newer ones were asked for. */
export function Outdated({ title, query }: { title: string; query: TableQuery }) {
  return (
    <div className="table-outdated">
      <Alert kind="bad" title={title}>
        {query.error?.message} <Button onClick={() => void query.refetch()}>Retry</Button>
      </Alert>
    </div>
  )
}

/**
 * A table whose sort, page and filters live outside (in the address). First load shows a skeleton, a refetch keeps
 * the old rows under a thin line, a failure says why and offers to try again.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { name, label, columns, rows, rowKey, query, sort, empty, failTitle, onOpen, toolbar } = props
  const remembered = useColumnChoice(name, columns)
  const choice = props.choice ?? remembered
  const isChosenOutside = props.choice !== undefined
  const offsetHeader = useContext(SubHeaderHeight)
  const isNarrow = useMedia(NARROW)
  const box = useRef<HTMLDivElement>(null)
  const focus = useRowFocus(box, rows, rowKey, onOpen)
  const shown = useMemo(
    () =>
      columns
        .filter(({ key }) => (isNarrow && !isChosenOutside) || choice.isShown(key))
        .map((column) => antColumn(column, sort)),
    [columns, choice, isChosenOutside, sort, isNarrow],
  )
  // Without a toolbar the chooser stands in the header, where it takes no line of its own.
  const chooserColumn: AntColumns<Row>[number] = {
    key: 'columns',
    width: 48,
    align: 'right',
    title: <ColumnChooser columns={columns} choice={choice} isSmall />,
  }
  const onChange = useHeaderChange(props)
  const settings = useSettings(props, box)

  return (
    <section className="table" aria-label={label} style={{ scrollMarginTop: offsetHeader }}>
      {toolbar && (
        <div className="table-bar">
          <div className="table-bar-left">{toolbar}</div>
          {(!isNarrow || isChosenOutside) && (
            <ColumnChooser columns={columns} choice={choice} isSmall={isNarrow} />
          )}
        </div>
      )}
      {rows && query.error && <Outdated title={failTitle} query={query} />}
      <div
        className={isNarrow ? 'table-box stacked' : 'table-box'}
        ref={box}
        aria-busy={query.isFetching}
        {...focus}
      >
        {query.isFetching && rows && (
          <div className="progress-line" role="progressbar" aria-label="Refreshing" />
        )}
        {!rows && query.error ? (
          <Failed title={failTitle} message={query.error.message} onRetry={() => void query.refetch()} />
        ) : !rows ? (
          <Skeleton lines={8} />
        ) : rows.length === 0 && !columns.some(({ filter }) => filter && filter.value.length > 0) ? (
          <Empty {...empty} />
        ) : (
          <Table<Row>
            size="small"
            rowKey={rowKey}
            columns={toolbar || isNarrow ? shown : [...shown, chooserColumn]}
            dataSource={rows}
            {...(isNarrow ? {} : { sticky: { offsetHeader }, scroll: { x: 'max-content' } })}
            onChange={onChange}
            locale={{ emptyText: <Empty {...empty} /> }}
            {...settings}
          />
        )}
      </div>
    </section>
  )
}
