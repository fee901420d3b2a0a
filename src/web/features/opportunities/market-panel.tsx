import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Opportunity, OpportunityPage } from '#shared/features/opportunities/contract.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { ListPage } from '#web/ui/list/list.tsx'
import { NotConnected } from '#web/ui/not-connected.tsx'
import { NARROW, useMedia } from '#web/ui/use-media.ts'
import { MarketImportDialog } from '../market-imports/market-import-dialog.tsx'
import { FormulasCard } from './formulas-card.tsx'
import { MARKET_SETTINGS, NOT_CONNECTED } from './messages.ts'
import { OpportunitiesTable } from './opportunities-table.tsx'
import type { OpportunitySteps } from './opportunity-menu.tsx'
import { overviewQuery } from './queries.ts'
import type { OpportunitiesSearch } from './search.ts'
import { SearchPanel } from './search-panel.tsx'

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

/** So low that the filters would leave the list no more than a few rows. */
const LOW = '(max-height: 760px)'

/** Where no market is connected: what works without one. */
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
          <MarketImportDialog file="keywords" />
        </>
      }
    />
  )
}

/** What a market's keywords are filtered by, and what that leaves. */
export function MarketPanel({ search, onChange, query, ...table }: MarketPanelProps) {
  const isNarrow = useMedia(NARROW)
  const isLow = useMedia(LOW)
  // On a phone or in a low window the filters would stand before everything else: they are unfolded by whoever wants them.
  const [isUnfolded, unfold] = useState(false)
  const isSmall = isNarrow || isLow
  const isFolded = isSmall ? !isUnfolded : search.folded !== undefined
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
        isFolded={isFolded}
        onFold={(folded) => (isSmall ? unfold(!folded) : onChange({ folded: folded ? '1' : undefined }))}
        onChange={onChange}
        tools={<FormulasCard lead={query.data?.lead ?? null} />}
      />
      {problem !== null && (
        <div className="opportunity-problem">
          <Alert kind="warn">{problem} Showing the last known data.</Alert>
        </div>
      )}
      <OpportunitiesTable search={search} onChange={onChange} query={query} {...table} />
    </>
  )
}
