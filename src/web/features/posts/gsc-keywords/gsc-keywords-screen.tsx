import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { PostKeywordRow } from '#shared/features/posts/gsc-keywords/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useTicked } from '#web/ui/list/use-ticked.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { FilterPicker } from '../../ground/filters/filter-picker.tsx'
import { ChangedKeywordsPanel } from './changed-keywords-panel.tsx'
import { GscTabs } from './gsc-tabs-menu.tsx'
import { IgnoredTable } from './ignored-table.tsx'
import { KeywordLogTable } from './keyword-log-table.tsx'
import {
  RIVALRY_EXPORT,
  RIVALRY_EXPORT_ABOUT,
  STRIKING_EXPORT,
  STRIKING_EXPORT_ABOUT,
  UNSAVED,
} from './messages.ts'
import { MismatchPanel } from './mismatch-panel.tsx'
import {
  keyOf,
  mismatchQuery,
  rivalriesQuery,
  startRivalryFile,
  startStrikingFile,
  strikingQuery,
} from './queries.ts'
import { RivalryTable } from './rivalry-table.tsx'
import { GSC_FILTERS, GscSearch, rivalryPatch, rivalrySearchOf } from './search.ts'
import { StrikingTable } from './striking-table.tsx'
import { useChangedKeywords } from './use-changed-keywords.ts'

const ExportDialog = onDemand(() =>
  import('../../ground/exports/export-dialog.tsx').then(({ ExportDialog }) => ExportDialog),
)

/** The exports of the lists. */
const EXPORTS = {
  striking: {
    title: STRIKING_EXPORT,
    about: STRIKING_EXPORT_ABOUT,
    requestOf: ({ site, query, period }: GscSearch) => ({ site, query, period }),
    start: startStrikingFile,
  },
  rivals: {
    title: RIVALRY_EXPORT,
    about: RIVALRY_EXPORT_ABOUT,
    requestOf: (search: GscSearch) => ({ ...rivalrySearchOf(search), page: 1, post: undefined }),
    start: (search: GscSearch) => startRivalryFile(rivalrySearchOf(search)),
  },
} as const

const NONE: readonly PostKeywordRow[] = []

/** The number of rows in each list, if known. */
function useCounts(search: GscSearch) {
  const first = { ...search, page: 1 }
  const mismatch = useQuery(mismatchQuery(first)).data
  const striking = useQuery(strikingQuery(first)).data
  const rivals = useQuery(rivalriesQuery(rivalrySearchOf(first))).data
  return {
    mismatch: mismatch?.total,
    ignored: mismatch?.info?.ignored,
    striking: striking?.total,
    rivals: rivals?.total,
  }
}

/** Search Console: posts whose keyword differs from what people search for, and the actions taken. */
export function GscKeywordsScreen() {
  const [search, change] = useSearchState(GscSearch)
  const query = useQuery(mismatchQuery(search.tab === 'mismatch' ? search : { ...search, page: 1 }))
  const changed = useChangedKeywords()
  const selected = useTicked(query.data?.rows ?? NONE, keyOf)
  const narrow = (patch: Partial<GscSearch>) => change({ page: 1, post: undefined, ...patch })
  const filters = keysOf(GSC_FILTERS).map((name) => (
    <FilterPicker key={name} filters={GSC_FILTERS} name={name} search={search} onChange={narrow} />
  ))
  const toolbar = <div className="gsc-bar-of-list">{filters}</div>
  const counts = useCounts(search)
  const exported = search.tab === 'striking' || search.tab === 'rivals' ? EXPORTS[search.tab] : undefined
  return (
    <Page
      title={SCREENS.gscKeywords.title}
      about={<GscTabs search={search} counts={counts} />}
      actions={
        exported && (
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            aria-label="Export"
            title="Export"
            onClick={() => change({ export: '1' })}
          >
            <span className="gsc-export-word">Export</span>
          </Button>
        )
      }
    >
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
        {search.tab === 'rivals' && (
          <RivalryTable
            search={rivalrySearchOf(search)}
            onChange={(patch) => change(rivalryPatch(patch))}
            changed={changed}
            filters={filters}
          />
        )}
        {search.tab === 'striking' && <StrikingTable search={search} onChange={change} filters={filters} />}
        {search.tab === 'log' && <KeywordLogTable search={search} onChange={change} toolbar={toolbar} />}
        <ChangedKeywordsPanel changed={changed} onSaved={selected.clear} />
      </div>
      {search.export !== undefined && exported && (
        <ExportDialog
          title={exported.title}
          about={exported.about}
          request={exported.requestOf(search)}
          start={() => exported.start(search)}
          onClose={() => change({ export: undefined })}
        />
      )}
    </Page>
  )
}
