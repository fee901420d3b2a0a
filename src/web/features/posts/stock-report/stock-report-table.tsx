import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { REPORT_LABELS } from '../../market/reports/messages.ts'
import { InStockLink, SOLD_OUT } from './in-stock-link.tsx'
import { PostCell } from './post-cell.tsx'
import {
  ASIN_COLUMN,
  NAME_COLUMN,
  PICTURE_COLUMN,
  SINCE_COLUMN,
  STOCK_COLUMN,
} from './product-board-table.tsx'
import type { OosRow } from './queries.ts'
import { RiskCell } from './risk-cell.tsx'
import type { OosSearch } from './search.ts'

const OOS: ListOf<OosRow, OosSearch> = {
  name: 'oos',
  label: REPORT_LABELS.oos,
  ...SOLD_OUT,
  rowKey: ({ site, POST_ID, asin }) => `${site}/${POST_ID}/${asin}`,
}

type Column = TableColumn<OosRow>
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
    render: ({ award }) => award || DASH,
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
  query: UseQueryResult<ListPage<OosRow>>
  toolbar: ReactNode
}

/** Unavailable products, with a row for each product of each post. */
export function StockReportTable({ search, onChange, query, toolbar }: StockReportTableProps) {
  const room = useContentWidth()
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
