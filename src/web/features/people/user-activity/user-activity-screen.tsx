import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { keysOf } from '#shared/format/keys.ts'
import { useMay } from '#web/api/session.ts'
import { AuditPanel } from '#web/features/ground/audit/audit-panel.tsx'
import { AUDIT_FILTERS } from '#web/features/ground/audit/search.ts'
import { FiltersPanel } from '#web/features/ground/filters/filters-panel.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Tabs } from '#web/ui/input/tabs.tsx'
import { defaultFilters } from '#web/ui/list/filters.ts'
import { Page } from '#web/ui/page.tsx'
import { ActivityChart } from './activity-chart.tsx'
import { ActivityTable } from './activity-table.tsx'
import { activityLogQuery, LOG_PAGE_SIZE } from './queries.ts'
import { ActivitySearch, askedOf, FILTERS } from './search.ts'
import { VisitDaysPanel } from './visit-days-panel.tsx'

interface VisitsProps {
  search: ActivitySearch
  change: (patch: Partial<ActivitySearch>) => void
}

/** The log of opened screens, with user and time. */
function Visits({ search, change }: VisitsProps) {
  const queries = useQueryClient()
  const question = useMemo(() => askedOf(search), [search])
  const { page } = search
  const log = useQuery(activityLogQuery(question, page))

  const hasNext = log.data !== undefined && !log.isPlaceholderData && page * LOG_PAGE_SIZE < log.data.total
  useEffect(() => {
    if (hasNext) void queries.prefetchQuery(activityLogQuery(question, page + 1))
  }, [queries, question, page, hasNext])

  return (
    <>
      <FiltersPanel address={ActivitySearch} filters={FILTERS} search={search} onChange={change} />
      <VisitDaysPanel question={question} />
      <div className="activity stack bounded gap-16">
        <ActivityChart question={question} by={search.by} onBy={(by) => change({ by })} />
        <ActivityTable search={search} onChange={change} query={log} />
      </div>
    </>
  )
}

/** Filters that only one tab has are not carried over to the other. */
const TAB_FILTERS = [...keysOf(AUDIT_FILTERS), ...keysOf(FILTERS)].filter(
  (name) => !(name in AUDIT_FILTERS && name in FILTERS),
)
const NO_TAB_FILTER = { ...defaultFilters({ address: ActivitySearch, filters: TAB_FILTERS }), page: 1 }

/** The screens that users opened, and, for users who manage users, what they did. */
export function UserActivityScreen() {
  const [search, change] = useSearchState(ActivitySearch)
  const maySeeAudit = useMay('ManageUsers')
  const maySeeChanges = useMay(...SCREENS.changes.access)
  const actions = maySeeChanges && (
    <Link to={SCREENS.changes.path} search={{ whose: 'everybody' }} className="btn">
      {SCREENS.changes.title}
    </Link>
  )
  if (!maySeeAudit)
    return (
      <Page title={SCREENS.userActivity.title} actions={actions}>
        <Visits search={search} change={change} />
      </Page>
    )
  return (
    <Page title={SCREENS.userActivity.title} actions={actions}>
      <Tabs
        aria-label="Kind of activity"
        activeKey={search.tab ?? 'visits'}
        onChange={(tab) => change({ ...NO_TAB_FILTER, tab: tab === 'audit' ? tab : undefined })}
        items={[
          { key: 'visits', label: 'Visits', children: <Visits search={search} change={change} /> },
          { key: 'audit', label: 'Audit', children: <AuditPanel search={search} onChange={change} /> },
        ]}
      />
    </Page>
  )
}
