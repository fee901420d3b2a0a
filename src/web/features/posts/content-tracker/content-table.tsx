import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ContentRow, TaskRow } from '#shared/features/posts/content-tracker/contract.ts'
import { REFRESH_HIGH } from '#shared/features/posts/content-tracker/rules.ts'
import { money } from '#shared/format/money.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useMay } from '#web/api/session.ts'
import { Delta, toneOf } from '#web/ui/cells/delta.tsx'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { PriorityBadge } from '#web/ui/cells/priority-badge.tsx'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { ClicksCell } from './clicks-cell.tsx'
import { FlagsCell } from './flags-cell.tsx'
import {
  ASK_TO_IMPORT,
  CLEAR_FILTERS,
  EMPTY_CONTENT,
  EMPTY_TITLE,
  FAILURES,
  IMPORT_POSTS,
  REFRESH_COLUMN,
  UNMATCHED,
} from './messages.ts'
import { PostPanel } from './post-panel.tsx'
import { keyOf, tasksQuery } from './queries.ts'
import { RefreshCard } from './refresh-card.tsx'
import { CLOSED, FILTERED, panelOf, type TrackerSearch } from './search.ts'

const CONTENT: ListOf<ContentRow, TrackerSearch> = {
  name: 'content-tracker',
  label: 'Posts',
  ...FILTERED,
  size: PAGE_SIZE,
  rowKey: keyOf,
  failTitle: FAILURES.content,
  emptyTitle: EMPTY_TITLE,
  empty: EMPTY_CONTENT,
  unmatched: { text: UNMATCHED, clear: CLEAR_FILTERS },
}

/** Columns without room are available in the column chooser. */
const LEFT_OUT: LeftOutByRoom = {
  wide: [],
  medium: ['POST_DATE', 'PRIORITY'],
  tight: ['POST_DATE', 'PRIORITY', 'weeks', 'CLICKS'],
}

type Tasks = ReadonlyMap<string, TaskRow>
type Logos = ReadonlyMap<string, { name: string; logo: string }>

const DASH = <span className="quiet">–</span>
const LOGO = 20

function PostCell({ row, logos }: { row: ContentRow; logos: Logos }) {
  const site = logos.get(row.SITE.toLowerCase())
  return (
    <span className="tracker-post row gap-10">
      {site ? (
        <img
          className="no-shrink"
          src={site.logo}
          alt={site.name}
          title={site.name}
          width={LOGO}
          height={LOGO}
        />
      ) : (
        <span className="meta">{row.SITE}</span>
      )}
      <span className="tracker-title ellipsis" title={row.POST_TITLE}>
        {row.POST_TITLE}
      </span>
    </span>
  )
}

const unknown = (reason: string) => (
  <span className="quiet" title={reason}>
    ?
  </span>
)

type TasksQuery = Pick<UseQueryResult<Tasks>, 'data' | 'error'>

/** The value of a row's task: an ellipsis while it loads, a question mark if loading failed. */
function ofTask({ data, error }: TasksQuery, row: ContentRow, show: (task: TaskRow) => ReactNode) {
  if (error) return unknown(error.message)
  const task = data?.get(keyOf(row))
  if (task?.notice && task.url === null) return unknown(task.notice)
  if (task) return show(task)
  return data === undefined ? <span className="quiet">…</span> : DASH
}

/** Only the number: a tap on a card opens the row, which shows how the number is made up. */
function RefreshNote({ refresh }: { refresh: number }) {
  return (
    <span className={refresh >= REFRESH_HIGH ? 'flag warn tabular' : 'quiet tabular'}>
      {REFRESH_COLUMN} {refresh}
    </span>
  )
}

/** A post's earnings; on a phone with their change. */
function EarnedCell({ row: { EARNINGS, change }, isPhone }: { row: ContentRow; isPhone: boolean }) {
  return (
    <span className="inline-row gap-12">
      {EARNINGS === null ? DASH : <strong className="tabular">{money(EARNINGS)}</strong>}
      {isPhone && change !== null && <Delta change={change} />}
    </span>
  )
}

/** The columns about a post's results and its refresh score. */
function returnColumns(isPhone: boolean): TableColumn<ContentRow>[] {
  return [
    {
      key: 'POST_DATE',
      title: 'Published',
      sortable: true,
      numeric: true,
      labelled: true,
      render: ({ POST_DATE }) => (POST_DATE === null ? DASH : <CalendarDay day={POST_DATE} />),
    },
    {
      key: 'EARNINGS',
      title: 'Earnings 30 d',
      sortable: true,
      numeric: true,
      place: 'state',
      render: (row) => <EarnedCell row={row} isPhone={isPhone} />,
    },
    {
      key: 'CHANGE',
      title: 'Change',
      sortable: true,
      numeric: true,
      render: ({ change }) => <Delta change={change} />,
    },
    {
      key: 'weeks',
      title: '26 weeks',
      width: 88,
      render: ({ weeks, change }) => <Sparkline values={weeks} color={`var(--${toneOf(change)})`} />,
    },
    {
      key: 'CLICKS',
      title: 'Clicks 30 d',
      sortable: true,
      numeric: true,
      labelled: true,
      render: (row) => <ClicksCell row={row} />,
    },
    {
      key: 'REFRESH',
      title: REFRESH_COLUMN,
      width: 92,
      sortable: true,
      numeric: true,
      labelled: true,
      render: (row) => <RefreshCard row={row} />,
    },
  ]
}

/** The columns about a post and the state of its task. */
function postColumns(logos: Logos, tasks: TasksQuery, isPhone: boolean): TableColumn<ContentRow>[] {
  return [
    {
      key: 'POST_TITLE',
      title: 'Post',
      sortable: true,
      required: true,
      place: 'name',
      render: (row) => <PostCell row={row} logos={logos} />,
    },
    {
      key: 'POST_ID',
      title: 'Post ID',
      sortable: true,
      hidden: true,
      labelled: true,
      render: ({ POST_ID }) => POST_ID,
    },
    {
      key: 'FLAGS',
      title: 'Flags',
      sortable: true,
      place: 'note',
      render: ({ FLAGS, refresh }) =>
        isPhone ? (
          <span className="inline-cluster gap-8 row-gap-4">
            {FLAGS.length > 0 && <FlagsCell flags={FLAGS} />}
            <RefreshNote refresh={refresh} />
          </span>
        ) : (
          <FlagsCell flags={FLAGS} />
        ),
    },
    {
      key: 'PRODUCT_LIST',
      title: 'Products',
      sortable: true,
      numeric: true,
      hidden: true,
      labelled: true,
      render: ({ PRODUCT_LIST }) => PRODUCT_LIST.length,
    },
    {
      key: 'STATUS',
      title: 'Status',
      sortable: true,
      labelled: true,
      render: (row) =>
        ofTask(tasks, row, ({ status, notice }) => status ?? <span title={notice ?? ''}>{DASH}</span>),
    },
    {
      key: 'PRIORITY',
      title: 'Priority',
      sortable: true,
      labelled: true,
      render: (row) => ofTask(tasks, row, ({ priority }) => <PriorityBadge priority={priority} />),
    },
  ]
}

const columnsOf = (logos: Logos, tasks: TasksQuery, isPhone: boolean) => [
  ...postColumns(logos, tasks, isPhone),
  ...returnColumns(isPhone),
]

const NO_ROWS: readonly ContentRow[] = []

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

interface ContentTableProps {
  search: TrackerSearch
  onChange: (patch: Partial<TrackerSearch>) => void
  query: UseQueryResult<ListPage<ContentRow>>
  toolbar: ReactNode
}

/** The link that adds the first posts, for users with the permission. */
function FirstPosts() {
  const mayImport = useMay('ManageSites')
  if (!mayImport) return <p>{ASK_TO_IMPORT}</p>
  return (
    <Link to={SCREENS.sites.path} className="btn btn-primary">
      {IMPORT_POSTS}
    </Link>
  )
}

/** The posts, with the row open that the address names. */
export function ContentTable({ search, onChange, query, toolbar }: ContentTableProps) {
  const tasks = useQuery(tasksQuery(query.data?.rows ?? NO_ROWS))
  const logos = useLogos()
  const { data, error } = tasks
  const room = useContentWidth()
  const columns = useMemo(
    () => fitting(columnsOf(logos, { data, error }, room === 'phone'), room, LEFT_OUT),
    [logos, data, error, room],
  )
  const open = search.post === undefined ? [] : [search.post]
  return (
    <div className="tracker-list">
      <List
        of={CONTENT}
        search={search}
        onChange={(patch) => onChange({ ...CLOSED, ...patch })}
        query={query}
        columns={columns}
        toolbar={toolbar}
        emptyAction={<FirstPosts />}
        expand={{
          keys: open,
          onChange: (keys) => {
            const next = keys.find((key) => key !== search.post)
            onChange({ post: next === undefined ? undefined : String(next), tab: search.tab })
          },
          render: (row) => (
            <PostPanel
              row={row}
              task={data?.get(keyOf(row))}
              tasks={tasks}
              tab={panelOf(search)}
              onTab={(tab) => onChange({ post: keyOf(row), tab })}
            />
          ),
        }}
      />
    </div>
  )
}
