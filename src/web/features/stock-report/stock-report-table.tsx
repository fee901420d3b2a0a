import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { StockReportRow } from '#shared/features/stock-report/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { useRoom } from '#web/ui/use-room.ts'
import { AsinLink } from '../articles/asin-link.tsx'
import { CommissionNote } from '../commission-categories/commission-note.tsx'
import { StockBadge } from '../product-library/stock-badge.tsx'
import { CLEAR_FILTERS, EMPTY_OOS, FAILURES, REPORT_LABELS, UNMATCHED_OOS } from '../reports/messages.ts'
import { sitesQuery } from '../sites/queries.ts'
import { FILTERED, type OosSearch } from './search.ts'

const OOS: ListOf<StockReportRow, OosSearch> = {
  name: 'oos',
  label: REPORT_LABELS.oos,
  ...FILTERED,
  size: PAGE_SIZE,
  rowKey: ({ SITE, POST_ID, ASIN }) => `${SITE}/${POST_ID}/${ASIN}`,
  rowHeight: 48,
  failTitle: FAILURES.oos,
  empty: EMPTY_OOS,
  unmatched: { text: UNMATCHED_OOS, clear: CLEAR_FILTERS },
}

type Column = TableColumn<StockReportRow>
type Logos = ReadonlyMap<string, { name: string; logo: string }>

const DAY_MS = 86_400_000
const LOGO = 20
const DASH = <span className="quiet">–</span>

function useLogos(): Logos {
  const { data } = useQuery(sitesQuery)
  return useMemo(
    () =>
      new Map(
        (data ?? []).map(({ code, display_name: name, logo_url: logo }) => [
          code.toLowerCase(),
          { name, logo },
        ]),
      ),
    [data],
  )
}

/** The post by its title, which leads to where its site's editors work on it; or to its readers, where nobody does. */
function PostCell({ row, logos }: { row: StockReportRow; logos: Logos }) {
  const { SITE, POST_TITLE, EDIT_URL, PERMALINK } = row
  const site = logos.get(SITE.toLowerCase())
  const address = EDIT_URL ?? PERMALINK
  return (
    <span className="oos-post">
      {site ? (
        <img src={site.logo} alt={site.name} title={site.name} width={LOGO} height={LOGO} />
      ) : (
        <span className="meta">{SITE}</span>
      )}
      {address === null ? (
        <span className="oos-title">{POST_TITLE}</span>
      ) : (
        <a
          className="oos-title"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          title={EDIT_URL === null ? 'As readers see it' : 'In the editor of its site'}
        >
          {POST_TITLE}
          <ExternalLink size={12} aria-hidden="true" />
          <span className="visually-hidden">opens in a new tab</span>
        </a>
      )}
    </span>
  )
}

function daysSince(moment: string, now: number): string {
  const days = Math.floor((now - Date.parse(moment)) / DAY_MS)
  return days < 1 ? 'under a day' : countedIn(days, 'day')
}

const PICTURE: Column = {
  key: 'picture',
  title: '',
  width: 52,
  required: true,
  render: ({ IMAGE_URL }) => <ProductPicture address={IMAGE_URL ?? undefined} />,
}

/** What has no room stands behind the column chooser. */
const LEFT_OUT: LeftOutByRoom = { wide: [], medium: ['award'], tight: ['award', 'SINCE'] }

const columnsOf = (logos: Logos, now: number): readonly Column[] => [
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
    render: (row) => <PostCell row={row} logos={logos} />,
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
    render: ({ AT_RISK, COMMISSION }) =>
      AT_RISK === null ? (
        <CommissionNote commission={COMMISSION} why="Nobody has told what it earns." />
      ) : (
        <strong className="tabular">{money(AT_RISK)}</strong>
      ),
  },
]

interface StockReportTableProps {
  search: OosSearch
  onChange: (patch: Partial<OosSearch>) => void
  query: UseQueryResult<ListPage<StockReportRow>>
  toolbar: ReactNode
}

/** What cannot be bought, a row for each product of each post. */
export function StockReportTable({ search, onChange, query, toolbar }: StockReportTableProps) {
  const logos = useLogos()
  const room = useRoom()
  const [now] = useState(Date.now)
  const columns = useMemo(() => {
    const all = columnsOf(logos, now)
    return fitting(room === 'phone' ? all : [PICTURE, ...all], room, LEFT_OUT)
  }, [logos, now, room])
  return (
    <div className="oos-list">
      <List of={OOS} search={search} onChange={onChange} query={query} columns={columns} toolbar={toolbar} />
    </div>
  )
}
