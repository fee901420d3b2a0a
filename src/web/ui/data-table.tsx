import { type ReactNode, useContext, useMemo, useRef } from 'react'
import { Empty } from './feedback/empty.tsx'
import { Failed } from './feedback/failed.tsx'
import { useRowHold } from './hold/use-row-hold.ts'
import { scrollToTop } from './hooks/scroll-to-top.ts'
import { type ColumnChoice, useColumnChoice } from './hooks/use-column-choice.ts'
import { NARROW, useMedia } from './hooks/use-media.ts'
import { type RowKeys, useRowFocus } from './hooks/use-row-focus.ts'
import { ColumnChooser } from './input/column-chooser.tsx'
import {
  cellPlacesOf,
  type RowKey,
  type TableColumn,
  type TableQuery,
  type TableSort,
} from './list/column.ts'
import { Outdated } from './list/outdated.tsx'
import { Pager, type PagerProps } from './list/pager.tsx'
import { type Expansion, type RowClass, TableBody, type TickBoxes } from './list/table-body.tsx'
import { TableHead } from './list/table-head.tsx'
import { type TableShape, useTableShape } from './list/table-shape.ts'
import { TableSkeleton } from './list/table-skeleton.tsx'
import { useSideways } from './list/use-sideways.ts'
import { SubHeaderHeight } from './page.tsx'
import { referenceOf } from './text/reference.ts'

declare module 'react' {
  interface CSSProperties {
    '--sticky-top'?: string
    '--row-height'?: string
  }
}

/** The current order, and the order after a click on a header. */
export interface TableOrder {
  sort?: TableSort | undefined
  onSort?: ((sort: TableSort | undefined) => void) | undefined
}

export interface DataTableProps<Row extends object> {
  /** The name under which the chosen columns are stored. */
  name: string
  label: string
  /** Must be the same array as long as the columns are unchanged: another one rerenders every row. */
  columns?: readonly TableColumn<Row>[]
  /** Renders the rows if they are not shown as table columns. */
  draw?: (rows: readonly Row[], order: TableOrder) => ReactNode
  /** The placeholder of custom-rendered rows while they load. */
  skeleton?: ReactNode
  /** The visible columns, if the caller controls them; then on a phone too. */
  choice?: ColumnChoice
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => RowKey
  query: TableQuery
  /** The specification's title for a failed load. */
  failTitle: string
  empty: { title?: ReactNode; text?: ReactNode; action?: ReactNode; icon?: ReactNode }
  sort?: TableSort | undefined
  onSort?: (sort: TableSort | undefined) => void
  page?: PagerProps
  /** The number of rows to expect, if known in advance. */
  expected?: number
  /** No filter is set: the list has as many rows as the page counts. */
  isWhole?: boolean
  expand?: Expansion<Row>
  selection?: TickBoxes<Row>
  /** Called on Enter on a focused row. */
  onOpen?: (row: Row) => void
  rowKeys?: RowKeys
  rowClassName?: RowClass<Row>
  /** The usual row height in px, so that the layout does not shift when rows load. */
  rowHeight?: number
  /** Filters, left of the column chooser. */
  toolbar?: ReactNode
}

const NO_COLUMNS: readonly never[] = []
/** The expected number of rows of a table without pages. */
const FEW = 4
const ROW_HEIGHT = 40
const PAGER_HEIGHT = 41
/** From this number of columns on, the first column gets narrower. */
const MANY = 7

/** The selection state of the page's rows: all, some or none. */
function tickOf<Row extends object>({ rows = [], rowKey, selection }: DataTableProps<Row>) {
  if (!selection) return undefined
  const shown = rows.filter((row) => !selection.isOff?.(row)).map(rowKey)
  const others = selection.keys.filter((key) => !shown.includes(key))
  const isAll = shown.length > 0 && selection.keys.length - others.length === shown.length
  return {
    isAll,
    isSome: selection.keys.length > others.length,
    onChange: () => selection.onChange(isAll ? others : [...others, ...shown]),
  }
}

interface ContentProps<Row extends object> extends DataTableProps<Row> {
  columns: readonly TableColumn<Row>[]
  /** The column chooser at the end of the header. */
  chooser?: ReactNode
}

const tableClass = (columns: readonly unknown[]) => (columns.length < MANY ? 'data-rows few' : 'data-rows')

/** The column headers, with the rows below. */
function Surface<Row extends object>(props: ContentProps<Row>) {
  const { columns, rows, expand, selection, rowClassName } = props
  const scroller = useRef<HTMLDivElement>(null)
  useSideways(scroller)
  return (
    <div className="table-scroll" ref={scroller}>
      <table className={tableClass(columns)} data-places={cellPlacesOf(columns)}>
        <TableHead
          columns={columns}
          sort={props.sort}
          onSort={props.onSort}
          tick={tickOf(props)}
          opens={expand !== undefined}
          chooser={props.chooser}
        />
        {rows && rows.length > 0 && (
          <TableBody
            columns={columns}
            rows={rows}
            rowKey={props.rowKey}
            expand={expand}
            selection={selection}
            {...(rowClassName === undefined ? {} : { rowClassName })}
          />
        )}
      </table>
    </div>
  )
}

/** The rendered rows with the pager below, or the placeholder or message in their place. */
function Shown<Row extends object>(props: ContentProps<Row>) {
  const { rows, query, failTitle, empty, page, draw } = props
  const drawn = draw && rows && rows.length > 0 && draw(rows, props)
  return (
    <>
      {draw ? drawn : <Surface {...props} />}
      {!rows && query.error && (
        <Failed
          title={failTitle}
          message={query.error.message}
          reference={referenceOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {rows?.length === 0 && <Empty {...empty} />}
      {page && rows && <Pager {...page} />}
    </>
  )
}

/** The number of rows to expect: at most as many as without filters. */
function awaitedRows<Row extends object>({ page, expected }: DataTableProps<Row>, shape: TableShape | null) {
  const usual = expected ?? page?.size ?? FEW
  return shape?.total == null ? usual : Math.max(1, Math.min(page?.size ?? shape.total, shape.total))
}

/** Reserves the pager's height if there will be one. */
function PagerPlace({ page, rows, shape }: { page: PagerProps; rows: number; shape: TableShape | null }) {
  const least = Math.min(page.size, ...(page.sizes?.all ?? []))
  const isAwaited = shape?.total == null ? rows >= least : shape.total > least
  return isAwaited && <div style={{ height: shape?.pagerHeight ?? PAGER_HEIGHT }} />
}

/** The loaded rows, or placeholder bars. */
function Content<Row extends object>(props: ContentProps<Row> & { shape: TableShape | null }) {
  const { columns, rows, query, page, expand, selection, rowHeight, skeleton, shape } = props
  if (rows || query.error) return <Shown {...props} />
  const awaited = awaitedRows(props, shape)
  return (
    <>
      {skeleton ?? (
        <TableSkeleton
          columns={columns}
          sort={props.sort}
          className={tableClass(columns)}
          ticks={selection !== undefined}
          opens={expand !== undefined}
          rows={awaited}
          rowHeight={shape?.rowHeight ?? rowHeight ?? ROW_HEIGHT}
          shape={shape}
        />
      )}
      {page && <PagerPlace page={page} rows={awaited} shape={shape} />}
    </>
  )
}

/** The visible columns, and the column chooser if the table has one. */
function useColumns<Row extends object>(props: DataTableProps<Row>, isNarrow: boolean) {
  const { name, columns = NO_COLUMNS } = props
  const remembered = useColumnChoice(name, columns, props.sort?.key)
  const choice = props.choice ?? remembered
  const isChosenOutside = props.choice !== undefined
  const shown = useMemo(
    () => columns.filter(({ key }) => (isNarrow && !isChosenOutside) || choice.isShown(key)),
    [columns, choice, isChosenOutside, isNarrow],
  )
  const hasChoice = columns.some(({ required }) => !required)
  // Without a toolbar, the chooser would take up a row of its own.
  const isInHead = !props.toolbar && !props.draw && !isNarrow
  const chooser = hasChoice && (isChosenOutside || !isNarrow) && (
    <ColumnChooser columns={columns} choice={choice} isSmall={isNarrow || isInHead} />
  )
  return { shown, chooser, isInHead }
}

/**
 * A table whose order, page and filters are controlled from outside (by the address). The first load shows
 * the header with placeholder rows, a refetch keeps the old rows below a thin progress line, and an error is
 * shown with a retry button.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, query, page, failTitle, toolbar } = props
  const offsetHeader = useContext(SubHeaderHeight)
  const isNarrow = useMedia(NARROW)
  const box = useRef<HTMLDivElement>(null)
  const focus = useRowFocus(box, rows, rowKey, props.onOpen, props.rowKeys)
  const held = useRowHold(box, rows)
  const { shown, chooser, isInHead } = useColumns(props, isNarrow)
  const total = props.isWhole && page ? page.total : undefined
  const shape = useTableShape({ box, name: props.name, isNarrow, columns: shown, rows, total })
  const turn = page && {
    ...page,
    onChange(next: number) {
      page.onChange(next)
      scrollToTop(box.current)
    },
  }
  return (
    <section className="table" aria-label={label} style={{ scrollMarginTop: offsetHeader }}>
      {(toolbar || (chooser && !isInHead)) && (
        <div className="table-bar row gap-8">
          <div className="table-bar-left cluster align-stretch gap-8 fill shrinkable">{toolbar}</div>
          {chooser}
        </div>
      )}
      {rows && query.error && <Outdated title={failTitle} query={query} />}
      <div
        className={['table-box', isNarrow && 'stacked stack bounded gap-12', props.onOpen && 'opens']
          .filter(Boolean)
          .join(' ')}
        style={{ '--sticky-top': `${offsetHeader}px` }}
        ref={box}
        aria-busy={query.isFetching}
        {...focus}
        {...held}
      >
        {query.isFetching && rows && (
          <div className="progress-line" role="progressbar" aria-label="Refreshing" />
        )}
        <Content
          {...props}
          columns={shown}
          chooser={isInHead && chooser}
          shape={shape}
          {...(turn ? { page: turn } : {})}
        />
      </div>
    </section>
  )
}
