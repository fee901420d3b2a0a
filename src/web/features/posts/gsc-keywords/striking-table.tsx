import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Columns2, ListPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { StrikingRow } from '#shared/features/posts/gsc-keywords/contract.ts'
import {
  MISMATCH_PAGE_SIZE,
  type Period,
  SECOND_PAGE,
  STRIKING,
  TOP_PLACE,
} from '#shared/features/posts/gsc-keywords/rules.ts'
import { counted } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { FiguresCard } from '#web/ui/figures-card.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ReasonedButton } from '#web/ui/input/reasoned-button.tsx'
import type { RowKey, TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { makeLabel } from '../search-tasks/messages.ts'
import { SearchTaskNote, TaskProgressNote } from '../search-tasks/search-task-note.tsx'
import { type Proposal, useSearchTasks } from '../search-tasks/use-search-tasks.ts'
import {
  CLEAR_FILTERS,
  comparedBy,
  EMPTY_STRIKING,
  FAILURES,
  HOW_STRIKING,
  inPeriod,
  monthWords,
  NO_ADDRESS,
  NOTHING_TO_COMPARE,
  STRIKING_ABOUT,
  TAB_LABELS,
  UNMATCHED_STRIKING,
  worthWords,
} from './messages.ts'
import { PeriodPicker } from './period-picker.tsx'
import { PostTitleCell } from './post-title-cell.tsx'
import { strikingQuery, useReload } from './queries.ts'
import { PLAIN, type PlainSearch } from './search.ts'

const ComparisonDialog = onDemand(() =>
  import('../../articles/comparison/comparison-dialog.tsx').then(({ ComparisonDialog }) => ComparisonDialog),
)

const rowKey = ({ site_code: siteCode, post_id: postId, query }: StrikingRow) =>
  `${siteCode}/${postId}/${query}`

const STRIKING_LIST: ListOf<StrikingRow, PlainSearch> = {
  name: 'gsc-striking',
  label: TAB_LABELS.striking,
  ...PLAIN,
  size: MISMATCH_PAGE_SIZE,
  rowKey,
  rowHeight: 56,
  failTitle: FAILURES.striking,
  empty: EMPTY_STRIKING,
  unmatched: { text: UNMATCHED_STRIKING, clear: CLEAR_FILTERS },
}

/** Columns that do not fit on a phone; the exported file has them. */
const PHONE_WITHOUT = ['ruler', 'impressions', 'clicks']

/** In tight layouts the position is shown as a number alone. */
const LEFT_OUT: LeftOutByRoom = { wide: [], medium: ['ruler'], tight: ['ruler', 'impressions'] }

const shareOf = (position: number) => `${((position - 1) / (STRIKING.to - 1)) * 100}%`

/** The position from 1 to 20, with a mark at the end of the first page. */
const Ruler = ({ position }: { position: number }) => (
  <span className="gsc-ruler" aria-hidden="true">
    <span className="gsc-ruler-top" style={{ width: shareOf(TOP_PLACE) }} />
    <span className="gsc-ruler-near" style={{ left: shareOf(STRIKING.from) }} />
    <span className="gsc-ruler-end" style={{ left: shareOf(SECOND_PAGE) }} />
    <span className="gsc-ruler-at" style={{ left: shareOf(position) }} />
  </span>
)

const RulerLegend = () => (
  <>
    <span className="gsc-ruler-key top" aria-hidden="true" /> top three
    <span className="gsc-ruler-key near" aria-hidden="true" /> striking distance
    <span className="gsc-ruler-key end" aria-hidden="true" /> page two begins
  </>
)

/** The value of the previous period of equal length; empty if unknown. */
const Before = ({ value }: { value: string | null }) =>
  value === null ? null : <span className="meta tabular nowrap">{value}</span>

const COLUMNS: readonly TableColumn<StrikingRow>[] = [
  {
    key: 'query',
    title: 'Query and post',
    required: true,
    place: 'name',
    render: ({ query, site_code: siteCode, post_title: postTitle, permalink }) => (
      <span className="gsc-query-of-post stack">
        <strong className="medium" title={query}>
          {query}
        </strong>
        <PostTitleCell code={siteCode} title={postTitle} address={permalink} />
      </span>
    ),
  },
  {
    key: 'ruler',
    title: '1 to 20',
    width: 160,
    render: ({ position }) => <Ruler position={position} />,
  },
  {
    key: 'position',
    title: 'Position',
    numeric: true,
    required: true,
    labelled: true,
    render: ({ position, before }) => (
      <span className="two-lines">
        <span>{position.toFixed(1)}</span>
        <Before value={before && `${before.position.toFixed(1)} before`} />
      </span>
    ),
  },
  {
    key: 'impressions',
    title: 'Impressions',
    numeric: true,
    labelled: true,
    render: ({ impressions, before }) => (
      <span className="two-lines">
        <span>{counted(impressions)}</span>
        <Before value={before && `${counted(before.impressions)} before`} />
      </span>
    ),
  },
  {
    key: 'clicks',
    title: 'Clicks, now → top 3',
    numeric: true,
    required: true,
    place: 'state',
    render: ({ clicks, top_clicks: topClicks, before }) => (
      <span className="two-lines">
        <span className="gsc-clicks inline-row gap-4 tabular">
          <span className="quiet">{counted(clicks)}</span>
          <ArrowRight className="quiet" size={12} aria-label="to" />
          <strong>{counted(topClicks)}</strong>
        </span>
        <Before value={before && `${counted(before.clicks)} before`} />
      </span>
    ),
  },
  {
    key: 'toBeHad',
    title: 'Potential',
    numeric: true,
    required: true,
    place: 'figure',
    render: ({ to_be_had: toBeHad }) => <strong className="good-text tabular">+{counted(toBeHad)}</strong>,
  },
  {
    key: 'worth',
    title: 'Worth a month',
    numeric: true,
    required: true,
    labelled: true,
    render: ({ worth }) =>
      worth === null ? <span className="quiet">unknown</span> : <span>{money(worth)}</span>,
  },
  {
    key: 'heldBack',
    title: 'Likely cause',
    required: true,
    place: 'note',
    render: ({ held_back_by: heldBackBy }) => <span className="gsc-mark note">{heldBackBy}</span>,
  },
]

interface CompareButtonProps {
  row: StrikingRow
  onCompare: (row: StrikingRow) => void
}

/** Opens the comparison of a post with the story that holds its query. If there is none, it says why. */
function CompareButton({ row, onCompare }: CompareButtonProps) {
  const { compare, permalink, post_title: postTitle, query } = row
  const looks = {
    size: 'small',
    icon: <Columns2 size={14} aria-hidden="true" />,
    'aria-label': `Compare ${postTitle} for “${query}”`,
    children: 'Compare',
  } as const
  if (compare === null) return <ReasonedButton {...looks} why={NOTHING_TO_COMPARE} />
  if (permalink === null) return <ReasonedButton {...looks} why={NO_ADDRESS} />
  return <Button {...looks} title={comparedBy(compare.keyword)} onClick={() => onCompare(row)} />
}

/** The columns with the task's state, below the possible obstacles, and a button to compare. */
const columnsWith = (
  noteOf: (row: StrikingRow) => ReactNode,
  onCompare: (row: StrikingRow) => void,
): readonly TableColumn<StrikingRow>[] => [
  ...COLUMNS.map((column) =>
    column.key === 'heldBack'
      ? {
          ...column,
          render: (row: StrikingRow) => (
            <span className="gsc-held-back stack gap-4">
              {column.render(row)}
              {noteOf(row)}
            </span>
          ),
        }
      : column,
  ),
  {
    key: 'compare',
    title: 'Actions',
    required: true,
    fixed: 'right',
    place: 'actions',
    render: (row) => <CompareButton row={row} onCompare={onCompare} />,
  },
]

/** A card of three lines: the query, its position and potential, and possible obstacles. */
const onPhone = (columns: readonly TableColumn<StrikingRow>[]): TableColumn<StrikingRow>[] =>
  columns.flatMap((column): TableColumn<StrikingRow>[] => {
    const told = { ...column, labelled: false }
    if (column.key === 'position')
      return [
        {
          ...told,
          place: 'note',
          render: ({ position, clicks }) => (
            <span className="quiet">
              position <b>{position.toFixed(1)}</b>, {counted(clicks)} clicks
            </span>
          ),
        },
      ]
    if (column.key === 'worth')
      return [
        {
          ...told,
          place: 'state',
          render: (row) => <span className="quiet">worth {column.render(row)}</span>,
        },
      ]
    if (column.key === 'heldBack') return [{ ...told, place: 'foot' }]
    return PHONE_WITHOUT.includes(column.key) ? [] : [column]
  })

const proposalOf = ({ post_id: postId, site_id: siteId, query, task }: StrikingRow): Proposal => ({
  post_id: postId,
  site_id: siteId,
  query,
  task,
})
const wantedOf = ({ post_id: postId, site_id: siteId, query }: StrikingRow) => ({
  post_id: postId,
  site_id: siteId,
  query,
  aim: 'climb' as const,
})
const NONE: readonly StrikingRow[] = []

/** The selected rows of a page and the tasks made of them; another page or period resets the selection. */
function useStrikingTasks(
  rows: readonly StrikingRow[],
  period: Period,
  onCompare: (row: StrikingRow) => void,
) {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const tasks = useSearchTasks(rows.map(proposalOf), period, useReload())
  const standingOf = (row: StrikingRow) => tasks.standingOf(proposalOf(row))
  const open = rows.filter((row) => standingOf(row).task === null)
  const chosen = open.filter((row) => ticked.includes(rowKey(row)))
  return {
    tasks,
    chosen,
    columns: columnsWith(
      (row) => (
        <SearchTaskNote
          {...standingOf(row)}
          title={row.post_title}
          onRetry={() => tasks.make([wantedOf(row)])}
        />
      ),
      onCompare,
    ),
    selection: {
      keys: chosen.map(rowKey),
      onChange: (keys: RowKey[]) => setTicked(keys.map(String)),
      nameOf: ({ query, post_title: postTitle }: StrikingRow) => `“${query}” of ${postTitle}`,
      isOff: (row: StrikingRow) => standingOf(row).task !== null,
    },
  }
}

/** The compared row, with the story that holds its query. */
function ComparedRowDialog({ row, onClose }: { row: StrikingRow | undefined; onClose: () => void }) {
  const { data: sites } = useQuery(sitesQuery)
  if (!row || row.compare === null || row.permalink === null || !sites) return null
  const site = sites.find(({ site_id: id }) => id === row.site_id)
  const { permalink: url, site_id: siteId, site_code: code, post_id: postId } = row
  const post = { url, publisher: site?.display_name ?? code, siteId, site: code, postId }
  return <ComparisonDialog statId={row.compare.stat_id} post={post} onClose={onClose} />
}

interface MakeButtonProps {
  /** The number of selected queries. */
  count: number
  isBusy: boolean
  onMake: () => void
}

/** Creates tasks from the selection; if it is empty, the button says so. */
function MakeButton({ count, isBusy, onMake }: MakeButtonProps) {
  return (
    <ReasonedButton
      icon={<ListPlus size={16} aria-hidden="true" />}
      loading={isBusy}
      why={count === 0 ? 'Select queries first' : null}
      onClick={onMake}
    >
      {count === 0 ? 'Create tasks' : makeLabel(count)}
    </ReasonedButton>
  )
}

interface StrikingTableProps {
  search: PlainSearch
  onChange: (patch: Partial<PlainSearch>) => void
  filters: ReactNode
}

/** Striking-distance queries: end of the first page and second page, by potential in descending order. */
export function StrikingTable({ search, onChange, filters }: StrikingTableProps) {
  const query = useQuery(strikingQuery(search))
  const { total = 0, toBeHad = 0, worth = 0, valued = 0, rows = NONE } = query.data ?? {}
  const { tasks, chosen, columns, selection } = useStrikingTasks(rows, search.period, (row) =>
    onChange({ compare: rowKey(row) }),
  )
  const room = useContentWidth()
  return (
    <>
      {total > 0 && (
        <div className="answer-line gsc-answer">
          <p>
            <strong className="answer-figure">+{counted(toBeHad)} clicks</strong>
            {inPeriod(search.period)} if {total === 1 ? 'this' : 'these'} {counted(total)}{' '}
            {total === 1 ? 'query' : 'queries'} reached the top three
            {monthWords(toBeHad, search.period)}
            {worthWords(worth, { valued, total })}
          </p>
          <p className="meta">{STRIKING_ABOUT}</p>
        </div>
      )}
      <List
        of={STRIKING_LIST}
        search={search}
        onChange={onChange}
        query={query}
        columns={room === 'phone' ? onPhone(columns) : fitting(columns, room, LEFT_OUT)}
        selection={selection}
        toolbar={
          <div className="gsc-bar-of-list">
            <PeriodPicker period={search.period} onChange={(period) => onChange({ period, page: 1 })} />
            {filters}
            <MakeButton
              count={chosen.length}
              isBusy={tasks.isBusy}
              onMake={() => tasks.make(chosen.map(wantedOf))}
            />
            <TaskProgressNote progress={tasks.progress} />
            <span className="gsc-known push gsc-ruler-legend inline-cluster gap-6 meta">
              {room === 'wide' && <RulerLegend />}
              <FiguresCard figures={HOW_STRIKING} />
            </span>
          </div>
        }
      />
      {search.compare !== undefined && (
        <ComparedRowDialog
          row={rows.find((row) => rowKey(row) === search.compare)}
          onClose={() => onChange({ compare: undefined })}
        />
      )}
    </>
  )
}
