import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ROLES } from '#shared/access/roles.ts'
import type { Activity } from '#shared/features/people/user-activity/contract.ts'
import { screenTitleAt } from '#shared/features/people/user-activity/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { UserBadge } from '#web/features/ground/users/user-badge.tsx'
import { Count } from '#web/ui/cells/count.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { MESSAGES, visitsWords } from './messages.ts'
import { LOG_PAGE_SIZE } from './queries.ts'
import { ActivitySearch, FILTERS } from './search.ts'

/** A placeholder in a path for an id that is not stored. */
const PARAMETER = /\$\w+/g

const COLUMNS: readonly TableColumn<Activity>[] = [
  {
    key: 'user',
    title: 'User',
    place: 'name',
    required: true,
    render: ({ user }) => <UserBadge user={user} />,
  },
  { key: 'role', title: 'Role', place: 'note', render: ({ role_id }) => ROLES[role_id].description },
  {
    key: 'screen',
    title: 'Screen',
    place: 'foot',
    required: true,
    render: ({ path }) => (
      <span className="visited">
        {screenTitleAt(path)} <span className="meta">{path.replaceAll(PARAMETER, '…')}</span>
      </span>
    ),
  },
  {
    key: 'created_at',
    title: 'When',
    place: 'figure',
    render: (visit) => <Moment moment={visit.created_at} />,
  },
  {
    key: 'count',
    title: 'Count',
    place: 'state',
    numeric: true,
    labelled: true,
    render: ({ count }) => <Count value={count} />,
  },
]

/** Columns without room are available in the column chooser. */
const LEFT_OUT: LeftOutByRoom = { wide: [], medium: [], tight: ['role'] }

const LOG: ListOf<Activity, ActivitySearch> = {
  name: 'user-activity',
  label: 'Visits',
  address: ActivitySearch,
  filters: keysOf(FILTERS),
  size: LOG_PAGE_SIZE,
  rowKey: ({ id }) => id,
  failTitle: MESSAGES.logFailed,
  empty: MESSAGES.nothingYet,
  unmatched: { text: MESSAGES.nothingFits, clear: 'Show all visits' },
}

interface ActivityTableProps {
  search: ActivitySearch
  onChange: (patch: Partial<ActivitySearch>) => void
  query: UseQueryResult<ListPage<Activity> & { visits: number }>
}

/** Which user opened which screen and when, newest first. */
export function ActivityTable({ search, onChange, query }: ActivityTableProps) {
  const room = useContentWidth()
  const columns = useMemo(() => fitting(COLUMNS, room, LEFT_OUT), [room])
  return (
    <List
      of={LOG}
      search={search}
      onChange={onChange}
      query={query}
      columns={columns}
      toolbar={
        <div className="row align-baseline gap-8">
          <h2>Log</h2>
          {query.data && <span className="meta">{visitsWords(query.data)}</span>}
        </div>
      }
    />
  )
}
