import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { StockReportRow } from '#shared/features/posts/stock-report/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { useRoom } from '#web/ui/use-room.ts'
import { CLEAR_FILTERS, FAILURES, REPORT_LABELS, UNMATCHED_OOS } from '../reports/messages.ts'
import { ALL_IN_STOCK, InStockLink } from './in-stock-link.tsx'
import { PostCell } from './post-cell.tsx'
import {
  ASIN_COLUMN,
  NAME_COLUMN,
  PICTURE_COLUMN,
  SINCE_COLUMN,
  STOCK_COLUMN,
} from './product-board-table.tsx'
import { RiskCell } from './risk-cell.tsx'
import { FILTERED, type OosSearch } from './search.ts'

const OOS: ListOf<StockReportRow, OosSearch> = {
  name: 'oos',
  label: REPORT_LABELS.oos,
  ...FILTERED,
  size: PAGE_SIZE,
  rowKey: ({ SITE, POST_ID, ASIN }) => `${SITE}/${POST_ID}/${ASIN}`,
  rowHeight: 48,
  failTitle: FAILURES.oos,
  ...ALL_IN_STOCK,
  unmatched: { text: UNMATCHED_OOS, clear: CLEAR_FILTERS },
}

type Column = TableColumn<StockReportRow>
const DASH = <span className="quiet">–</span>

/** Columns without room are available in the column chooser. */
const LEFT_OUT: LeftOutByRoom = { wide: [], medium: ['award'], tight: ['award', 'SINCE'] }

const COLUMNS: readonly Column[] = [
  ASIN_COLUMN,
  NAME_COLUMN,
  {
    key: 'POST_TITLE',
    title: 'Article title',
    sortable: true,
    required: true,
    place: 'foot',
    render: (row) => <PostCell row={row} />,
  },
  STOCK_COLUMN,
  SINCE_COLUMN,
  {
    key: 'award',
    title: 'Award',
    labelled: true,
    render: ({ AWARD }) => AWARD || DASH,
  },
  {
    key: 'AT_RISK',
    title: 'At risk a week',
    sortable: true,
    numeric: true,
    place: 'figure',
    render: (row) => <RiskCell row={row} />,
  },
]

interface StockReportTableProps {
  search: OosSearch
  onChange: (patch: Partial<OosSearch>) => void
  query: UseQueryResult<ListPage<StockReportRow>>
  toolbar: ReactNode
}

/** Unavailable products, with a row for each product of each post. */
export function StockReportTable({ search, onChange, query, toolbar }: StockReportTableProps) {
  const room = useRoom()
  const columns = useMemo(
    () => fitting(room === 'phone' ? COLUMNS : [PICTURE_COLUMN, ...COLUMNS], room, LEFT_OUT),
    [room],
  )
  return (
    <div className="oos-list">
      <List
        of={OOS}
        search={search}
        onChange={onChange}
        query={query}
        columns={columns}
        toolbar={toolbar}
        emptyAction={<InStockLink />}
      />
    </div>
  )
}
