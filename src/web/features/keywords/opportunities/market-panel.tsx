import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Opportunity, OpportunityPage } from '#shared/features/keywords/opportunities/contract.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { NotConnected } from '#web/ui/feedback/not-connected.tsx'
import { Button } from '#web/ui/input/button.tsx'
import type { ListPage } from '#web/ui/list/list.tsx'
import { MarketImportLink } from '../../market/market-imports/market-import-link.tsx'
import { SearchPanel } from '../opportunity-filters/search-panel.tsx'
import { FormulasCard } from './formulas-card.tsx'
import { MARKET_SETTINGS, NOT_CONNECTED } from './messages.ts'
import { OpportunitiesTable } from './opportunities-table.tsx'
import type { OpportunitySteps } from './opportunity-menu.tsx'
import { overviewQuery } from './queries.ts'
import type { OpportunitiesSearch } from './search.ts'

interface MarketPanelProps extends OpportunitySteps {
  search: OpportunitiesSearch
  onChange: (patch: Partial<OpportunitiesSearch>) => void
  query: UseQueryResult<
    ListPage<Opportunity> &
      Pick<OpportunityPage, 'without' | 'problem'> & {
        lead: OpportunityPage['lead'] | null
        unknown: number
      }
  >
  selected: readonly string[]
  onSelect: (names: string[]) => void
}

/** Shown if no market is connected: the features that work without one. */
function NoMarket({ onOpen }: { onOpen: () => void }) {
  const { open, ...words } = NOT_CONNECTED
  return (
    <NotConnected
      {...words}
      settings={MARKET_SETTINGS}
      action={
        <>
          <Button type="primary" onClick={onOpen}>
            {open}
          </Button>
          <MarketImportLink file="keywords" />
        </>
      }
    />
  )
}

/** The filters of a market's keywords, and the matching ones. */
export function MarketPanel({ search, onChange, query, ...table }: MarketPanelProps) {
  const problem = query.data?.problem ?? null
  const { data: overview } = useQuery(overviewQuery(search.region))
  if (overview?.usage.is_connected === false)
    return <NoMarket onOpen={() => onChange({ source: 'searches', page: 1 })} />
  return (
    <>
      <SearchPanel
        search={search}
        total={query.data?.total}
        unknown={query.data?.unknown ?? 0}
        onChange={onChange}
        tools={<FormulasCard lead={query.data?.lead ?? null} />}
      />
      {problem !== null && (
        <div className="mb-12">
          <Alert kind="warn">{problem} Showing the last known data.</Alert>
        </div>
      )}
      <OpportunitiesTable search={search} onChange={onChange} query={query} {...table} />
    </>
  )
}
