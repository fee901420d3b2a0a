import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Opportunity } from '#shared/features/keywords/opportunities/contract.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { PlannerPanel } from '../planner/planner-panel.tsx'
import { ActionsPanel } from './actions-panel.tsx'
import { MarketPanel } from './market-panel.tsx'
import { SOURCE_LABELS } from './messages.ts'
import { opportunitiesQuery, overviewQuery } from './queries.ts'
import { OpportunitiesSearch, type OpportunitySource } from './search.ts'
import { SearchedPanel } from './searched-panel.tsx'
import { BUILT_IN } from './usage-note.tsx'
import { useRequest } from './use-request.ts'
import { useSelected } from './use-selected.ts'

const ScheduleDialog = onDemand(() =>
  import('./schedule-dialog.tsx').then(({ ScheduleDialog }) => ScheduleDialog),
)
const RequestDialog = onDemand(() =>
  import('./request-dialog.tsx').then(({ RequestDialog }) => RequestDialog),
)
const PlanDialog = onDemand(() => import('../planner/plan-dialog.tsx').then(({ PlanDialog }) => PlanDialog))

const SOURCES = (['market', 'searches', 'planner'] as const).map((value) => ({
  value,
  label: SOURCE_LABELS[value],
}))

/** Keyword Opportunities: the searches worth an article, and by when it must be published. */
export function OpportunitiesScreen() {
  const [search, change] = useSearchState(OpportunitiesSearch)
  const isMarket = search.source === 'market'
  const query = useQuery({ ...opportunitiesQuery(search), enabled: isMarket })
  const { data: overview } = useQuery({ ...overviewQuery(search.region), enabled: isMarket })
  const hasMarket = isMarket && overview?.usage.is_connected !== false
  const rows = query.data?.rows
  const selected = useSelected(rows)
  const [toPlan, plan] = useState<readonly Opportunity[]>([])
  const planNamed = useCallback(
    (names: string[]) => plan((rows ?? []).filter(({ name }) => names.includes(name))),
    [rows],
  )
  const { preset, shared, request, requestPlanned, close } = useRequest(search, change)
  return (
    <Page
      title={SCREENS.keywordOpportunities.title}
      count={hasMarket ? query.data?.total : undefined}
      about={
        <Segmented<OpportunitySource>
          aria-label="Source of keywords"
          value={search.source}
          options={SOURCES}
          onChange={(source) => change({ source, page: 1, open: undefined })}
        />
      }
      actions={
        hasMarket && (
          <ActionsPanel
            search={search}
            selected={selected}
            takesFiles={overview?.usage.source === BUILT_IN}
            onSchedule={() => change({ schedule: '1' })}
            onPlan={plan}
          />
        )
      }
    >
      {search.source === 'searches' && <SearchedPanel search={search} onChange={change} />}
      {search.source === 'planner' && (
        <PlannerPanel search={search} onChange={change} onRequest={requestPlanned} />
      )}
      {isMarket && (
        <MarketPanel
          search={search}
          onChange={change}
          query={query}
          selected={selected.names}
          onSelect={selected.select}
          onPlan={planNamed}
          onRequest={request}
        />
      )}
      {search.schedule !== undefined && <ScheduleDialog onClose={() => change({ schedule: undefined })} />}
      {preset && <RequestDialog preset={preset} shared={shared} onClose={close} />}
      {toPlan.length > 0 && (
        <PlanDialog
          rows={toPlan}
          country={search.region}
          onClose={() => plan([])}
          onPlanned={() => selected.select([])}
          onShow={() => change({ source: 'planner', page: 1, open: undefined })}
        />
      )}
    </Page>
  )
}
