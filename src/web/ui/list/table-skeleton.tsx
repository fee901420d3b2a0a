import { cellPlacesOf, type TableColumn } from './column.ts'

/** Text is not all of one length. */
const SHARES = [0.7, 0.88, 0.54, 0.78, 0.62]
/** About as wide as what comes, in pixels: with it each column has the width that it will have. */
const NAME = 300
const WORDS = 100
const FIGURE = 56

const barOf = ({ place, numeric, width }: TableColumn<object>, share: number) =>
  Math.round(share * Math.min(width ?? NAME, place === 'name' ? NAME : numeric ? FIGURE : WORDS))

interface TableSkeletonProps {
  columns: readonly TableColumn<object>[]
  /** How many columns of tools stand before them. */
  tools: number
  rows: number
  /** In pixels. */
  rowHeight: number
}

/**
 * The table before its rows are known: its own columns, the height of a page of rows, and bars in those that a window
 * can show; below it, where somebody who comes back may be, is the picture of rows.
 */
export function TableSkeleton({ columns, tools, rows, rowHeight }: TableSkeletonProps) {
  const drawn = Math.min(rows, Math.ceil(window.innerHeight / rowHeight))
  return (
    <div role="status" aria-label="Loading" className="table-scroll">
      <table className="data-rows skeleton-rows" data-places={cellPlacesOf(columns)} aria-hidden="true">
        <thead>
          <tr>
            {tools > 0 && <th colSpan={tools} style={{ width: tools * 40 }} />}
            {columns.map(({ key, title, numeric, width }) => (
              <th key={key} className={numeric ? 'numeric' : ''} style={{ width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: drawn }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never move
            <tr key={row} style={{ '--row-height': `${rowHeight}px` }}>
              {tools > 0 && <td colSpan={tools} />}
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  className={column.numeric ? 'numeric' : ''}
                  data-place={column.place ?? 'line'}
                >
                  <span style={{ width: barOf(column, SHARES[(row + index * 2) % SHARES.length] ?? 1) }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div
        className="skeleton-rest"
        style={{ height: (rows - drawn) * rowHeight, '--row-height': `${rowHeight}px` }}
      />
    </div>
  )
}
