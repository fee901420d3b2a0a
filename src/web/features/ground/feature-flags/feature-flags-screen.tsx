import { useQuery } from '@tanstack/react-query'
import { SCREENS } from '#shared/access/screens.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { Page } from '#web/ui/page.tsx'
import { FlagHistoryPanel } from './flag-history-panel.tsx'
import { FlagsTable } from './flags-table.tsx'
import { NOTE } from './messages.ts'
import { NewFlagPanel } from './new-flag-panel.tsx'
import { watchedFlagsQuery } from './queries.ts'
import { FlagsSearch } from './search.ts'

/** The feature flags of the product. */
export function FeatureFlagsScreen() {
  const [{ query }, change] = useSearchState(FlagsSearch)
  const { data } = useQuery(watchedFlagsQuery)
  return (
    <Page
      title={SCREENS.featureFlags.title}
      count={data?.length}
      search={
        <SearchBox
          label="Search flags"
          value={query}
          onSearch={(text) => change({ query: text }, { replace: true })}
        />
      }
    >
      <div className="flags-columns">
        <div className="split-columns">
          <div>
            <FlagsTable query={query} />
            <p className="meta">{NOTE}</p>
          </div>
          <div>
            <NewFlagPanel />
            <FlagHistoryPanel />
          </div>
        </div>
      </div>
    </Page>
  )
}
