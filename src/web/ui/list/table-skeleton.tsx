import type { TableColumn } from './column.ts'

/** How much of its cell a bar takes: text is not all of one length. */
const SHARES = [70, 88, 54, 78, 62]

interface TableSkeletonProps {
  columns: readonly TableColumn<object>[]
  /** How many columns of tools stand before them. */
  tools: number
  rows: number
  /** In pixels. */
  rowHeight: number
}

/** The table before its rows are known: its own columns, as many rows as a page has, of the height they will have. */
export function TableSkeleton({ columns, tools, rows, rowHeight }: TableSkeletonProps) {
  return (
    <div role="status" aria-label="Loading" className="table-scroll">
      <table className="data-rows skeleton-rows" aria-hidden="true">
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
          {Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never move
            <tr key={row} style={{ height: rowHeight }}>
              {tools > 0 && <td colSpan={tools} />}
              {columns.map(({ key, numeric }, column) => (
                <td key={key} className={numeric ? 'numeric' : ''}>
                  <span style={{ width: `${SHARES[(row + column * 2) % SHARES.length]}%` }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
