import { REPORT_RANGES } from '#shared/features/market/share-of-voice/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { FilterPicker } from '../../ground/filters/filter-picker.tsx'
import { CLEAR_FILTERS } from './messages.ts'
import { CLEARED, isFiltered, type ReportsSearch, reportFilters } from './search.ts'

interface ReportFiltersProps {
  search: ReportsSearch
  onChange(patch: object): void
  /** Whether the report can be filtered by site and words, or only by tags. */
  hasKeywords: boolean
}

/** A report that counts stories does not distinguish keywords, so only tags filter it. */
const OF_STORIES: readonly string[] = ['tag']

/** The filters shared by all reports: range, site, tags and words, as far as a report supports them. */
export function ReportFilters({ search, onChange, hasKeywords }: ReportFiltersProps) {
  const change = (patch: object) => onChange({ page: 1, ...patch })
  const filters = reportFilters(search)
  /** The minimum number of days cannot exceed the range. */
  const changeRange = (range: ReportsSearch['range']) =>
    change({ range, ...((search.minDays ?? 0) > range ? { minDays: undefined } : {}) })
  return (
    <div className="report-filters cluster gap-8">
      <Segmented
        aria-label="Range"
        value={search.range}
        options={REPORT_RANGES.map((days) => ({ value: days, label: `${days} days` }))}
        onChange={changeRange}
      />
      {keysOf(filters)
        .filter((name) => hasKeywords || OF_STORIES.includes(name))
        .map((name) => (
          <FilterPicker key={name} filters={filters} name={name} search={search} onChange={change} />
        ))}
      {isFiltered(search) && (
        <Button type="text" onClick={() => onChange(CLEARED)}>
          {CLEAR_FILTERS}
        </Button>
      )}
    </div>
  )
}
