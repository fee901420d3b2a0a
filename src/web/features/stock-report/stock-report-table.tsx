import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { StockReportRow } from '#shared/features/stock-report/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { useRoom } from '#web/ui/use-room.ts'
import { AsinLink } from '../articles/asin-link.tsx'
import { StockBadge } from '../product-library/stock-badge.tsx'
import { CLEAR_FILTERS, FAILURES, REPORT_LABELS, UNMATCHED_OOS } from '../reports/messages.ts'
import { ALL_IN_STOCK, InStockLink } from './in-stock-link.tsx'
import { daysSince } from './messages.ts'
import { PostCell } from './post-cell.tsx'
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

const PICTURE: Column = {
  key: 'picture',
  title: '',
  width: 52,
  required: true,
  render: ({ IMAGE_URL }) => <ProductPicture address={IMAGE_URL ?? undefined} />,
}

/** Columns without room are available in the column chooser. */
const LEFT_OUT: LeftOutByRoom = { wide: [], medium: ['award'], tight: ['award', 'SINCE'] }

const columnsOf = (now: number): readonly Column[] => [
  {
    key: 'ASIN',
    title: 'ASIN',
    place: 'note',
    sortable: true,
    required: true,
    render: ({ ASIN }) => <AsinLink asin={ASIN} />,
  },
  {
    key: 'TITLE',
    title: 'Name',
    place: 'name',
    sortable: true,
    required: true,
    render: ({ TITLE }) => (
      <span className="oos-title oos-name" title={TITLE}>
        {TITLE || <span className="quiet">No name yet</span>}
      </span>
    ),
  },
  {
    key: 'POST_TITLE',
    title: 'Article title',
    sortable: true,
    required: true,
    place: 'foot',
    render: (row) => <PostCell row={row} />,
  },
  {
    key: 'AVAILABILITY_TYPE',
    title: 'Status',
    sortable: true,
    required: true,
    place: 'state',
    render: ({ AVAILABILITY_TYPE: stock }) => <StockBadge stock={stock} />,
  },
  {
    key: 'SINCE',
    title: 'For',
    sortable: true,
    labelled: true,
    render: ({ SINCE }) => (SINCE === null ? DASH : <span className="quiet">{daysSince(SINCE, now)}</span>),
  },
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
  const [now] = useState(Date.now)
  const columns = useMemo(() => {
    const all = columnsOf(now)
    return fitting(room === 'phone' ? all : [PICTURE, ...all], room, LEFT_OUT)
  }, [now, room])
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
