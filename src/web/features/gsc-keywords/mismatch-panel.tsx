import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PostKeywordRow } from '#shared/features/gsc-keywords/contract.ts'
import { Alert } from '#web/ui/alert.tsx'
import type { ListPage } from '#web/ui/list/list.tsx'
import { ChangedKeywordsPanel } from './changed-keywords-panel.tsx'
import { KeywordActionsMenu } from './keyword-actions-menu.tsx'
import { knownWords, UNSAVED } from './messages.ts'
import { MismatchTable } from './mismatch-table.tsx'
import { PeriodPicker } from './period-picker.tsx'
import type { GscSearch } from './search.ts'
import type { ChangedKeywords } from './use-changed-keywords.ts'
import { useSelectedPosts } from './use-selected-posts.ts'

/** A page of the mismatch list, and how far searches are known. */
interface MismatchPage extends ListPage<PostKeywordRow> {
  info: { until: string | null; missing: number } | undefined
}

interface MismatchPanelProps {
  search: GscSearch
  onChange: (patch: Partial<GscSearch>) => void
  query: UseQueryResult<MismatchPage>
  changed: ChangedKeywords
  filters: ReactNode
}

const NONE: readonly PostKeywordRow[] = []

/** The mismatch list with what is chosen and changed of it. */
export function MismatchPanel({ search, onChange, query, changed, filters }: MismatchPanelProps) {
  const selected = useSelectedPosts(query.data?.rows ?? NONE)
  const { until = null, missing = 0 } = query.data?.info ?? {}
  return (
    <>
      {changed.changes.size > 0 && (
        <div className="gsc-unsaved">
          <Alert kind="warn">{UNSAVED}</Alert>
        </div>
      )}
      <MismatchTable
        search={search}
        onChange={onChange}
        query={query}
        changed={changed}
        selected={selected}
        toolbar={
          <div className="gsc-bar-of-list">
            <PeriodPicker
              period={search.period}
              onChange={(period) => onChange({ period, page: 1, post: undefined })}
            />
            {filters}
            <KeywordActionsMenu selected={selected} changed={changed} />
            {selected.keys.length > 0 && <span className="meta">{selected.keys.length} selected</span>}
            {until !== null && <span className="meta gsc-known">{knownWords(until, missing)}</span>}
          </div>
        }
      />
      <ChangedKeywordsPanel changed={changed} onSaved={selected.clear} />
    </>
  )
}
