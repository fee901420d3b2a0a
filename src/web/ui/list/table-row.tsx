import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { Checkbox } from '../input/checkbox.tsx'
import { cellClass, type RowKey, type TableColumn } from './column.ts'

interface TableRowProps {
  row: object
  id: RowKey
  /** Must be the same array as long as the columns are unchanged: a new one rerenders every row. */
  columns: readonly TableColumn<object>[]
  /** The label of the row's checkbox; undefined if rows cannot be selected. */
  tickLabel: string | undefined
  isTicked: boolean
  /** The row cannot be selected. */
  isOff: boolean
  /** `isRange` if the rows since the last one are meant as well. */
  onTick: (id: RowKey, isRange: boolean) => void
  opens: boolean
  isOpen: boolean
  onToggle: (id: RowKey) => void
  className: string
}

/** One row, memoized so that it only rerenders when its own data changes. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, id, columns, tickLabel, isTicked, isOff, onTick, opens, isOpen, onToggle, className } = props
  const classes = [className, isTicked && 'ticked', isOpen && 'unfolded']
  return (
    <tr data-row-key={id} className={classes.filter(Boolean).join(' ')}>
      {tickLabel !== undefined && (
        <td className="tool tick">
          <Checkbox
            aria-label={tickLabel}
            checked={isTicked}
            disabled={isOff}
            onChange={({ nativeEvent }) =>
              onTick(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
            }
          />
        </td>
      )}
      {opens && (
        <td className="tool open">
          <button
            type="button"
            className="expand-toggle stack"
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Hide details' : 'Show details'}
            onClick={() => onToggle(id)}
          >
            <ChevronRight size={16} aria-hidden="true" />
          </button>
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          className={cellClass(column)}
          data-place={column.place ?? 'line'}
          {...(column.labelled ? { 'data-label': column.title } : {})}
        >
          {column.render(row)}
        </td>
      ))}
    </tr>
  )
})
