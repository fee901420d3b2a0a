import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useEffect, useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { AuditPanel } from '#web/features/audit/audit-panel.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { ActivityChart } from './activity-chart.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityTable } from './activity-table.tsx'
import { activityLogQuery, LOG_PAGE_SIZE } from './queries.ts'
import { ActivitySearch, filterOf } from './search.ts'

interface VisitsProps {
  search: ActivitySearch
  change: (patch: Partial<ActivitySearch>) => void
}

/** Who opened which screen and when. */
function Visits({ search, change }: VisitsProps) {
  const queries = useQueryClient()
  const filter = useMemo(() => filterOf(search), [search])
  const { page } = search
  const log = useQuery(activityLogQuery(filter, page))

  const hasNext = log.data !== undefined && !log.isPlaceholderData && page * LOG_PAGE_SIZE < log.data.total
  useEffect(() => {
    if (hasNext) void queries.prefetchQuery(activityLogQuery(filter, page + 1))
  }, [queries, filter, page, hasNext])

  return (
    <>
      <ActivityFilters search={search} onChange={change} />
      <div className="activity">
        <ActivityChart filter={filter} by={search.by} onBy={(by) => change({ by })} />
        <ActivityTable search={search} onChange={change} query={log} />
      </div>
    </>
  )
}

const NO_TAB_FILTER = { role: undefined, act: undefined, noun: undefined, of: undefined, page: 1 } as const

/** What people looked at, and, for those who manage users, what they did. */
export function UserActivityScreen() {
  const [search, change] = useSearchState(ActivitySearch)
  const maySeeAudit = useMay('ManageUsers')
  if (!maySeeAudit)
    return (
      <Page title={SCREENS.userActivity.title}>
        <Visits search={search} change={change} />
      </Page>
    )
  return (
    <Page title={SCREENS.userActivity.title}>
      <Tabs
        activeKey={search.tab ?? 'visits'}
        destroyOnHidden
        onChange={(tab) => change({ ...NO_TAB_FILTER, tab: tab === 'audit' ? tab : undefined })}
        items={[
          { key: 'visits', label: 'Visits', children: <Visits search={search} change={change} /> },
          { key: 'audit', label: 'Audit', children: <AuditPanel search={search} onChange={change} /> },
        ]}
      />
    </Page>
  )
}
