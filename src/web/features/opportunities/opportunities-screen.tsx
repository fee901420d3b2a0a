import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { CalendarSync, Plus } from 'lucide-react'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Opportunity, OpportunityPage } from '#shared/features/opportunities/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { ListPage } from '#web/ui/list/list.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { NARROW, useMedia } from '#web/ui/use-media.ts'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { FormulasCard } from './formulas-card.tsx'
import { ADD_KEYWORD, FAILURES, keywordsOf, SOURCE_LABELS } from './messages.ts'
import { OpportunitiesTable } from './opportunities-table.tsx'
import { opportunitiesQuery, useAddKeyword } from './queries.ts'
import { OpportunitiesSearch, type OpportunitySource } from './search.ts'
import { SearchPanel } from './search-panel.tsx'
import { SearchedPanel } from './searched-panel.tsx'

const ScheduleDialog = onDemand(() =>
  import('./schedule-dialog.tsx').then(({ ScheduleDialog }) => ScheduleDialog),
)

/** The rows that are ticked and not ours yet, and what adds them one after the other. */
function useSelected(rows: readonly { name: string; keyword_id?: number | undefined }[] | undefined) {
  const [names, select] = useState<string[]>([])
  const add = useAddKeyword()
  const ours = new Set(rows?.filter(({ keyword_id: id }) => id !== undefined).map(({ name }) => name))
  const selected = names.filter((name) => !ours.has(name))
  const addAll = async () => {
    for (const name of selected) await add.mutateAsync(name).catch(handleError(FAILURES.save))
    select([])
  }
  return { selected, select, addAll, isBusy: add.isPending }
}

interface MarketPanelProps {
  search: OpportunitiesSearch
  onChange: (patch: Partial<OpportunitiesSearch>) => void
  query: UseQueryResult<ListPage<Opportunity> & Pick<OpportunityPage, 'without' | 'problem'>>
  selected: readonly string[]
  onSelect: (names: string[]) => void
}

/** What a market's keywords are filtered by, and what that leaves. */
function MarketPanel({ search, onChange, query, selected, onSelect }: MarketPanelProps) {
  const isNarrow = useMedia(NARROW)
  // On a phone the filters would stand before everything else: they are unfolded by whoever wants them.
  const [isUnfolded, unfold] = useState(false)
  const isFolded = isNarrow ? !isUnfolded : search.folded !== undefined
  const problem = query.data?.problem ?? null
  return (
    <>
      <SearchPanel
        search={search}
        total={query.data?.total}
        isFolded={isFolded}
        onFold={(folded) => (isNarrow ? unfold(!folded) : onChange({ folded: folded ? '1' : undefined }))}
        onChange={onChange}
        tools={<FormulasCard />}
      />
      {problem !== null && (
        <div className="opportunity-problem">
          <Alert kind="warn">{problem} What is shown is what was known before.</Alert>
        </div>
      )}
      <OpportunitiesTable
        search={search}
        onChange={onChange}
        query={query}
        selected={selected}
        onSelect={onSelect}
      />
    </>
  )
}

/** Keyword Opportunities: which searches are worth an article. */
export function OpportunitiesScreen() {
  const [search, change] = useSearchState(OpportunitiesSearch)
  const isMarket = search.source === 'market'
  const query = useQuery({ ...opportunitiesQuery(search), enabled: isMarket })
  const isNarrow = useMedia(NARROW)
  const { selected, select, addAll, isBusy } = useSelected(query.data?.rows)
  return (
    <Page
      title={SCREENS.keywordOpportunities.title}
      count={isMarket ? query.data?.total : undefined}
      actions={
        isMarket && (
          <>
            <Button
              icon={<CalendarSync size={16} aria-hidden="true" />}
              aria-label="Schedule updates"
              onClick={() => change({ schedule: '1' })}
            >
              {!isNarrow && 'Schedule updates'}
            </Button>
            <Button
              type="primary"
              icon={<Plus size={16} aria-hidden="true" />}
              disabled={selected.length === 0}
              loading={isBusy && selected.length > 1}
              onClick={() => void addAll()}
            >
              {selected.length === 0 ? ADD_KEYWORD : `Add ${keywordsOf(selected.length)}`}
            </Button>
          </>
        )
      }
    >
      <Segmented<OpportunitySource>
        className="opportunity-source"
        aria-label="Where keywords come from"
        value={search.source}
        options={[
          { value: 'market', label: SOURCE_LABELS.market },
          { value: 'searches', label: SOURCE_LABELS.searches },
        ]}
        onChange={(source) => change({ source, page: 1, open: undefined })}
      />
      {search.source === 'searches' ? (
        <SearchedPanel search={search} onChange={change} />
      ) : (
        <MarketPanel search={search} onChange={change} query={query} selected={selected} onSelect={select} />
      )}
      {search.schedule !== undefined && <ScheduleDialog onClose={() => change({ schedule: undefined })} />}
    </Page>
  )
}
