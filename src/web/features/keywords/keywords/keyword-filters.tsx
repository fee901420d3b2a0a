import { useToday } from '#web/ui/hooks/use-day.ts'
import { FilterChips } from '../../ground/filters/filter-chips-panel.tsx'
import { CLEAR_FILTERS } from './messages.ts'
import { begun, KEYWORD_FILTERS, type KeywordsSearch } from './search.ts'

interface KeywordFiltersProps {
  search: KeywordsSearch
  onChange(patch: object): void
}

/** The active filters with their values, and a menu to add others. */
export function KeywordFilters({ search, onChange }: KeywordFiltersProps) {
  const today = useToday()
  return (
    <FilterChips
      filters={KEYWORD_FILTERS}
      search={search}
      clear={CLEAR_FILTERS}
      begun={(name) => begun(name, today)}
      onChange={onChange}
    />
  )
}
