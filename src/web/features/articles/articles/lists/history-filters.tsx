import { keysOf } from '#shared/format/keys.ts'
import { FilterPicker } from '#web/features/ground/filters/filter-picker.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { defaultFilters } from '#web/ui/list/filters.ts'
import { HISTORY_FILTERS, HistorySearch } from '../search.ts'

interface HistoryFiltersProps {
  search: HistorySearch
  isFiltered: boolean
  onChange(patch: object): void
}

const NAMES = keysOf(HISTORY_FILTERS)
/** The patch that clears all filters. */
const UNFILTERED = defaultFilters({ address: HistorySearch, filters: NAMES })

/** Filters by date and user; sites and statuses are filtered in their column's header. */
export function HistoryFilters({ search, isFiltered, onChange }: HistoryFiltersProps) {
  return (
    <>
      {NAMES.map((name) => (
        <FilterPicker key={name} filters={HISTORY_FILTERS} name={name} search={search} onChange={onChange} />
      ))}
      {isFiltered && (
        <Button type="text" onClick={() => onChange(UNFILTERED)}>
          Clear filters
        </Button>
      )}
    </>
  )
}
