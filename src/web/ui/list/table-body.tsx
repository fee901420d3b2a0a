import { Fragment, type ReactNode, useCallback, useRef } from 'react'
import type { RowKey, TableColumn } from './column.ts'
import { TableRow } from './table-row.tsx'

export interface Expansion<Row> {
  render: (row: Row) => ReactNode
  keys: readonly RowKey[]
  onChange: (keys: RowKey[]) => void
}

/** The checkboxes of rows and the selected ones; `nameOf` gives the label of a row's checkbox. */
export interface TickBoxes<Row> {
  keys: readonly RowKey[]
  onChange: (keys: RowKey[]) => void
  nameOf: (row: Row) => string
  /** Rows that cannot be selected. */
  isOff?: (row: Row) => boolean
}

/** A class for all rows, or a function of the row. */
export type RowClass<Row> = string | ((row: Row) => string)

/** The keys of the rows from one to another that can be selected; without the first one, only the last. */
function rangeOf<Row extends object>(
  { rows, rowKey, selection }: Pick<TableBodyProps<Row>, 'rows' | 'rowKey' | 'selection'>,
  from: RowKey | null,
  to: RowKey,
): RowKey[] {
  const [start, end] = [
    rows.findIndex((row) => rowKey(row) === from),
    rows.findIndex((row) => rowKey(row) === to),
  ]
  if (start < 0) return [to]
  return rows
    .slice(Math.min(start, end), Math.max(start, end) + 1)
    .filter((row) => !selection?.isOff?.(row))
    .map(rowKey)
}

interface TableBodyProps<Row extends object> {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => RowKey
  expand?: Expansion<Row> | undefined
  selection?: TickBoxes<Row> | undefined
  rowClassName?: RowClass<Row>
  /** A row above the others, of a table with several bodies. */
  heading?: ReactNode
}

const toggled = (keys: readonly RowKey[], key: RowKey) =>
  keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]

/** The rows of a table, each with its expanded content. */
export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { columns, rows, rowKey, expand, selection, rowClassName = '', heading } = props
  const span = columns.length + [expand, selection].filter(Boolean).length
  // The callbacks of a row stay the same between renders, so that an unchanged row does not rerender.
  const latest = useRef(props)
  latest.current = props
  /** Where a selection with Shift begins. */
  const lastTicked = useRef<RowKey | null>(null)
  const toggle = useCallback((key: RowKey) => {
    const { expand: now } = latest.current
    now?.onChange(toggled(now.keys, key))
  }, [])
  const tick = useCallback((key: RowKey, isRange: boolean) => {
    const { selection: now } = latest.current
    if (!now) return
    const range = rangeOf(latest.current, isRange ? lastTicked.current : null, key)
    lastTicked.current = key
    const others = now.keys.filter((each) => !range.includes(each))
    now.onChange(now.keys.includes(key) ? others : [...others, ...range])
  }, [])
  const open = new Set(expand?.keys)
  const ticked = new Set(selection?.keys)
  return (
    <tbody>
      {heading}
      {rows.map((row) => {
        const key = rowKey(row)
        return (
          <Fragment key={key}>
            <TableRow
              row={row}
              id={key}
              columns={columns}
              tickLabel={selection && `Select ${selection.nameOf(row)}`}
              isOff={selection?.isOff?.(row) ?? false}
              isTicked={ticked.has(key)}
              onTick={tick}
              opens={expand !== undefined}
              isOpen={open.has(key)}
              onToggle={toggle}
              className={typeof rowClassName === 'string' ? rowClassName : rowClassName(row)}
            />
            {expand && open.has(key) && (
              <tr className="expanded-row">
                <td colSpan={span}>
                  <div className="expanded">{expand.render(row)}</div>
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}
