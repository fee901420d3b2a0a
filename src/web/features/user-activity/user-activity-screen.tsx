import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { Page } from '#web/ui/page.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { ActivityChart } from './activity-chart.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityTable } from './activity-table.tsx'
import { activityLogQuery, LOG_PAGE_SIZE } from './queries.ts'
import { ActivitySearch, filterOf } from './search.ts'

/** Who opened which screen and when. */
export function UserActivityScreen() {
  const [search, change] = useSearchState(ActivitySearch)
  const queries = useQueryClient()
  const filter = useMemo(() => filterOf(search), [search])
  const { page } = search
  const log = useQuery(activityLogQuery(filter, page))

  const hasNext = log.data !== undefined && !log.isPlaceholderData && page * LOG_PAGE_SIZE < log.data.total
  useEffect(() => {
    if (hasNext) void queries.prefetchQuery(activityLogQuery(filter, page + 1))
  }, [queries, filter, page, hasNext])

  return (
    <Page title={SCREENS.userActivity.title}>
      <ActivityFilters search={search} onChange={change} />
      <div className="activity">
        <ActivityChart filter={filter} by={search.by} onBy={(by) => change({ by })} />
        <ActivityTable search={search} onChange={change} query={log} />
      </div>
    </Page>
  )
}
