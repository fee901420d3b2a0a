import { useQuery } from '@tanstack/react-query'
import { SCREENS } from '#shared/access/screens.ts'
import type { PostKeywordRow } from '#shared/features/gsc-keywords/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Page } from '#web/ui/page.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { FilterPicker } from '../filters/filter-picker.tsx'
import { ChangedKeywordsPanel } from './changed-keywords-panel.tsx'
import { GscTabs } from './gsc-tabs-menu.tsx'
import { IgnoredTable } from './ignored-table.tsx'
import { KeywordLogTable } from './keyword-log-table.tsx'
import { UNSAVED } from './messages.ts'
import { MismatchPanel } from './mismatch-panel.tsx'
import { mismatchQuery } from './queries.ts'
import { GSC_FILTERS, GscSearch } from './search.ts'
import { StrikingTable } from './striking-table.tsx'
import { useChangedKeywords } from './use-changed-keywords.ts'
import { useSelectedPosts } from './use-selected-posts.ts'

const NONE: readonly PostKeywordRow[] = []

/** Search Console: posts whose keyword is not what people search for, and what was done about them. */
export function GscKeywordsScreen() {
  const [search, change] = useSearchState(GscSearch)
  const query = useQuery(mismatchQuery(search.tab === 'mismatch' ? search : { ...search, page: 1 }))
  const changed = useChangedKeywords()
  const selected = useSelectedPosts(query.data?.rows ?? NONE)
  const narrow = (patch: Partial<GscSearch>) => change({ page: 1, post: undefined, ...patch })
  const filters = keysOf(GSC_FILTERS).map((name) => (
    <FilterPicker key={name} filters={GSC_FILTERS} name={name} search={search} onChange={narrow} />
  ))
  const toolbar = <div className="gsc-bar-of-list">{filters}</div>
  const counts = { mismatch: query.data?.total, ignored: query.data?.info?.ignored }
  return (
    <Page title={SCREENS.gscKeywords.title} about={<GscTabs search={search} counts={counts} />}>
      <div className="gsc">
        {changed.changes.size > 0 && (
          <div className="gsc-unsaved">
            <Alert kind="warn">{UNSAVED}</Alert>
          </div>
        )}
        {search.tab === 'mismatch' && (
          <MismatchPanel
            search={search}
            onChange={change}
            query={query}
            changed={changed}
            selected={selected}
            filters={filters}
          />
        )}
        {search.tab === 'ignored' && <IgnoredTable search={search} onChange={change} toolbar={toolbar} />}
        {search.tab === 'striking' && <StrikingTable search={search} onChange={change} filters={filters} />}
        {search.tab === 'log' && <KeywordLogTable search={search} onChange={change} toolbar={toolbar} />}
        <ChangedKeywordsPanel changed={changed} onSaved={selected.clear} />
      </div>
    </Page>
  )
}
