import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PostKeywordRow } from '#shared/features/posts/gsc-keywords/contract.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import type { ListPage } from '#web/ui/list/list.tsx'
import type { TickedRows } from '#web/ui/list/use-ticked.ts'
import { knownWords } from './messages.ts'
import { MismatchTable } from './mismatch-table.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { PostKeywordMenu } from './post-keyword-menu.tsx'
import type { GscSearch } from './search.ts'
import type { ChangedKeywords } from './use-changed-keywords.ts'

/** A page of the mismatch list, with the date of the search data. */
interface MismatchPage extends ListPage<PostKeywordRow> {
  info: { until: string | null; missing: number } | undefined
}

interface MismatchPanelProps {
  search: GscSearch
  onChange: (patch: Partial<GscSearch>) => void
  query: UseQueryResult<MismatchPage>
  changed: ChangedKeywords
  selected: TickedRows<PostKeywordRow>
  filters: ReactNode
}

/** The mismatch list with its selection and changes. */
export function MismatchPanel({ search, onChange, query, changed, selected, filters }: MismatchPanelProps) {
  const today = useToday()
  const { until = null, missing = 0 } = query.data?.info ?? {}
  return (
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
          <PostKeywordMenu selected={selected} changed={changed} />
          {selected.keys.length > 0 && <span className="meta">{selected.keys.length} selected</span>}
          {until !== null && <span className="meta gsc-known push">{knownWords(until, missing, today)}</span>}
        </div>
      }
    />
  )
}
