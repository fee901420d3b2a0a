import { keysOf } from '#shared/format/keys.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FilterPicker } from '../../ground/filters/filter-picker.tsx'
import { CLEAR_FILTERS } from '../../market/reports/messages.ts'
import { GroupPicker } from './group-picker.tsx'
import { CLEARED, isFiltered, OOS_FILTERS, type OosSearch, stocksIn } from './search.ts'

interface StockReportFiltersProps {
  search: OosSearch
  mayReplace: boolean
  onChange: (patch: Partial<OosSearch>) => void
}

/** The report's filters, and the grouping of its rows. Replacements are not filtered. */
export function StockReportFilters({ search, mayReplace, onChange }: StockReportFiltersProps) {
  return (
    <div className="report-filters cluster gap-8 oos-filters">
      {search.group !== 'replaced' &&
        keysOf(OOS_FILTERS).map((name) => (
          <FilterPicker
            key={name}
            filters={OOS_FILTERS}
            name={name}
            search={{ ...search, stock: stocksIn(search) }}
            onChange={onChange}
          />
        ))}
      {search.group !== 'replaced' && isFiltered(search) && (
        <Button type="text" onClick={() => onChange(CLEARED)}>
          {CLEAR_FILTERS}
        </Button>
      )}
      <span className="oos-group push">
        <GroupPicker
          group={search.group}
          hasReplaced={mayReplace}
          onChange={(group) => onChange({ group })}
        />
      </span>
    </div>
  )
}
