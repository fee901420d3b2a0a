import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { ROLES } from '#shared/access/roles.ts'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import type { Activity } from '#shared/features/user-activity/contract.ts'
import { screenTitleAt } from '#shared/features/user-activity/rules.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { DataTable, type TableColumn, type TableQuery } from '#web/ui/data-table.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { MESSAGES } from './messages.ts'
import { LOG_PAGE_SIZE } from './queries.ts'

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
      required: true,
      render: ({ user }) => <Person user={user} mayOpenUser={mayOpenUser} />,
    },
    { key: 'role', title: 'Role', render: ({ role_id }) => ROLES[role_id].description },
    {
      key: 'screen',
      title: 'Screen',
      required: true,
      render: ({ path }) => (
        <span className="visited">
          {screenTitleAt(path)} <span className="meta">{path}</span>
        </span>
      ),
    },
    { key: 'created_at', title: 'When', render: (visit) => <RelativeTime moment={visit.created_at} /> },
    {
      key: 'count',
      title: 'Count',
      numeric: true,
      labelled: true,
      render: ({ count }) => count.toLocaleString('en-US'),
    },
  ]
}

interface ActivityTableProps {
  query: TableQuery
  data: { rows: readonly Activity[]; total: number } | undefined
  page: number
  isFiltered: boolean
  onPage: (page: number) => void
  onClear: () => void
}

/** Who opened which screen when, newest first. */
export function ActivityTable({ query, data, page, isFiltered, onPage, onClear }: ActivityTableProps) {
  const visitor = visitorOf(useUser())
  const mayOpenUser = mayOpen(SCREENS.userDetails.access, visitor)
  const columns = useMemo(() => columnsFor(mayOpenUser), [mayOpenUser])
  const isBeyond = data !== undefined && data.total > 0 && data.rows.length === 0
  return (
    <DataTable
      name="user-activity"
      label="Visits"
      columns={columns}
      rows={data?.rows}
      rowKey={({ id }) => id}
      query={query}
      failTitle={MESSAGES.logFailed}
      empty={
        isBeyond
          ? {
              text: 'The log ends before this page.',
              action: <Button onClick={() => onPage(1)}>Go to the first page</Button>,
            }
          : isFiltered
            ? {
                text: MESSAGES.nothingFits,
                action: <Button onClick={onClear}>Show all visits</Button>,
              }
            : { text: MESSAGES.nothingYet }
      }
      toolbar={<h2 className="activity-heading">Log</h2>}
      page={{ current: page, size: LOG_PAGE_SIZE, total: data?.total ?? 0, onChange: onPage }}
    />
  )
}
