import { cellPlacesOf, type TableColumn, type TableSort } from './column.ts'
import { TableHead } from './table-head.tsx'
import type { TableShape } from './table-shape.ts'

/** Relative lengths of the placeholder bars, varied like real text. */
const SHARES = [0.7, 0.88, 0.54, 0.78, 0.62]
/** Approximate widths of the content, in px, so that each column has about its final width. */
const NAME = 300
const WORDS = 100
const FIGURE = 56
/** Horizontal padding of a cell, both sides together. */
const PADDING = 24
/** A column of action buttons. */
const TOOL = 40
const NO_TICKS = { isAll: false, isSome: false, onChange: () => undefined }

const roomOf = ({ place, numeric, width }: TableColumn<object>) =>
  Math.min(width === undefined ? NAME : width - PADDING, place === 'name' ? NAME : numeric ? FIGURE : WORDS)

/** The previous column widths; undefined if other columns are shown now. */
function widened(columns: readonly TableColumn<object>[], shape: TableShape | null) {
  const isOfThese =
    shape?.widths.length === columns.length && shape.columns === columns.map(({ key }) => key).join()
  if (!shape || !isOfThese) return undefined
  return columns.map((column, index) => ({ ...column, width: shape.widths[index] ?? 0 }))
}

interface TableSkeletonProps {
  columns: readonly TableColumn<object>[]
  sort: TableSort | undefined
  className: string
  ticks: boolean
  opens: boolean
  rows: number
  /** In px. */
  rowHeight: number
  shape: TableShape | null
}

/**
 * The table before its rows are loaded: its real header, the last known column widths and row height, and
 * placeholder bars for the rows that fit in the window. Rows further down are drawn as a background image,
 * because a user who comes back can be scrolled there.
 */
export function TableSkeleton(props: TableSkeletonProps) {
  const { sort, className, ticks, opens, rows, rowHeight, shape } = props
  const known = widened(props.columns, shape)
  const columns = known ?? props.columns
  const drawn = Math.min(rows, Math.ceil(window.innerHeight / rowHeight))
  const tools = [ticks, opens].filter(Boolean).length * TOOL
  const width = known?.reduce((sum, column) => sum + (column.width ?? 0), tools)
  const looks = [className, 'skeleton-rows', known && 'known', shape?.rowHeight && 'measured']
  return (
    <div
      role="status"
      aria-label="Loading"
      className="table-scroll"
      style={{ '--row-height': `${rowHeight}px` }}
    >
      <table
        className={looks.filter(Boolean).join(' ')}
        data-places={cellPlacesOf(columns)}
        aria-hidden="true"
        inert
        {...(shape?.isWider && known ? { style: { width } } : {})}
      >
        <TableHead
          columns={columns}
          sort={sort}
          onSort={undefined}
          tick={ticks ? NO_TICKS : undefined}
          opens={opens}
        />
        <tbody>
          {Array.from({ length: drawn }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never move
            <tr key={row}>
              {ticks && <td className="tool tick" />}
              {opens && <td className="tool open" />}
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  className={column.numeric ? 'numeric' : ''}
                  data-place={column.place ?? 'line'}
                >
                  <span
                    style={{
                      width: Math.round((SHARES[(row + index * 2) % SHARES.length] ?? 1) * roomOf(column)),
                    }}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="skeleton-rest" style={{ height: (rows - drawn) * rowHeight }} />
    </div>
  )
}
