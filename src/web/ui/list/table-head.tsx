import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Checkbox } from '../input/checkbox.tsx'
import { cellClass, type TableColumn, type TableSort } from './column.ts'
import { ColumnFilter } from './column-filter.tsx'

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

/** The sort order cycles: ascending, descending, none. */
function nextSort(key: string, sort: TableSort | undefined): TableSort | undefined {
  if (sort?.key !== key) return { key, order: 'asc' }
  return sort.order === 'asc' ? { key, order: 'desc' } : undefined
}

interface HeadCellProps {
  column: TableColumn<object>
  sort: TableSort | undefined
  onSort: ((sort: TableSort | undefined) => void) | undefined
  chooser: ReactNode
}

function HeadCell({ column, sort, onSort, chooser }: HeadCellProps) {
  const { key, title, head = title, sortable, width, filter } = column
  const order = sort?.key === key ? sort.order : undefined
  const press = () => onSort?.(nextSort(key, sort))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return
    event.preventDefault()
    press()
  }
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  const sorting = sortable
    ? {
        tabIndex: 0,
        'aria-label': title,
        'aria-sort': order ? ARIA_SORT[order] : ('none' as const),
        onClick: press,
        onKeyDown,
      }
    : {}
  const classes = [
    cellClass(column),
    sortable && 'sortable',
    order && 'sorted',
    filter && 'filtered',
    chooser && 'has-chooser',
  ]
  return (
    <th
      scope="col"
      className={classes.filter(Boolean).join(' ')}
      {...(chooser ? { 'aria-label': title } : {})}
      {...(width ? { style: { width } } : {})}
      {...sorting}
    >
      <span className="table-title inline-row">
        {/* A column whose cells speak for themselves has no visible title. */}
        {head === '' ? <span className="visually-hidden">{key}</span> : head}
        {sortable && <Arrow size={12} aria-hidden="true" className="sort-arrow" />}
        {filter && <ColumnFilter title={title} filter={filter} />}
      </span>
      {chooser && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a click on the chooser doesn't sort the column
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above; the header ignores keys pressed inside it
        <span className="head-chooser" onClick={(event) => event.stopPropagation()}>
          {chooser}
        </span>
      )}
    </th>
  )
}

interface TableHeadProps {
  columns: readonly TableColumn<object>[]
  sort: TableSort | undefined
  onSort: ((sort: TableSort | undefined) => void) | undefined
  /** Selects or deselects all rows of the page. */
  tick: { isAll: boolean; isSome: boolean; onChange: () => void } | undefined
  opens: boolean
  /** Shown at the end of the last title. */
  chooser?: ReactNode
}

/** The column headers: a click sorts, and a button beside the title opens the filter. */
export function TableHead({ columns, sort, onSort, tick, opens, chooser }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {tick && (
          <th scope="col" className="tool tick">
            <Checkbox
              aria-label="Select all rows of this page"
              checked={tick.isAll}
              indeterminate={tick.isSome && !tick.isAll}
              onChange={tick.onChange}
            />
          </th>
        )}
        {opens && (
          <th scope="col" className="tool open">
            <span className="visually-hidden">Details</span>
          </th>
        )}
        {columns.map((column, at) => (
          <HeadCell
            key={column.key}
            column={column}
            sort={sort}
            onSort={onSort}
            chooser={at === columns.length - 1 && chooser}
          />
        ))}
      </tr>
    </thead>
  )
}
