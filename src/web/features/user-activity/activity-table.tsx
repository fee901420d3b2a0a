import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ROLES } from '#shared/access/roles.ts'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import type { Activity } from '#shared/features/user-activity/contract.ts'
import { screenTitleAt } from '#shared/features/user-activity/rules.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { MESSAGES } from './messages.ts'
import { LOG_PAGE_SIZE } from './queries.ts'
import { ActivitySearch, FILTERS } from './search.ts'

function Person({ user, mayOpenUser }: { user: Activity['user']; mayOpenUser: boolean }) {
  const name = `${user.first_name} ${user.last_name}`
  if (!mayOpenUser) return <>{name}</>
  return (
    <Link to={SCREENS.userDetails.path} params={{ id: String(user.id) }}>
      {name}
    </Link>
  )
}

function columnsFor(mayOpenUser: boolean): readonly TableColumn<Activity>[] {
  return [
    {
      key: 'user',
      title: 'User',
      place: 'name',
      required: true,
      render: ({ user }) => <Person user={user} mayOpenUser={mayOpenUser} />,
    },
    { key: 'role', title: 'Role', place: 'note', render: ({ role_id }) => ROLES[role_id].description },
    {
      key: 'screen',
      title: 'Screen',
      place: 'foot',
      required: true,
      render: ({ path }) => (
        <span className="visited">
          {screenTitleAt(path)} <span className="meta">{path}</span>
        </span>
      ),
    },
    {
      key: 'created_at',
      title: 'When',
      place: 'figure',
      render: (visit) => <RelativeTime moment={visit.created_at} />,
    },
    {
      key: 'count',
      title: 'Count',
      place: 'state',
      numeric: true,
      labelled: true,
      render: ({ count }) => count.toLocaleString('en-US'),
    },
  ]
}

const LOG: ListOf<Activity, ActivitySearch> = {
  name: 'user-activity',
  label: 'Visits',
  address: ActivitySearch,
  filters: FILTERS,
  size: LOG_PAGE_SIZE,
  rowKey: ({ id }) => id,
  failTitle: MESSAGES.logFailed,
  empty: MESSAGES.nothingYet,
  unmatched: { text: MESSAGES.nothingFits, clear: 'Show all visits' },
}

interface ActivityTableProps {
  search: ActivitySearch
  onChange: (patch: Partial<ActivitySearch>) => void
  query: UseQueryResult<ListPage<Activity>>
}

/** Who opened which screen when, newest first. */
export function ActivityTable({ search, onChange, query }: ActivityTableProps) {
  const visitor = visitorOf(useUser())
  const mayOpenUser = mayOpen(SCREENS.userDetails.access, visitor)
  const columns = useMemo(() => columnsFor(mayOpenUser), [mayOpenUser])
  return (
    <List
      of={LOG}
      search={search}
      onChange={onChange}
      query={query}
      columns={columns}
      toolbar={<h2 className="activity-heading">Log</h2>}
    />
  )
}
