import { Button, Segmented } from 'antd'
import { REPORT_RANGES } from '#shared/features/share-of-voice/contract.ts'
import { keysOf } from '#shared/format/keys.ts'
import { FilterPicker } from '../filters/filter-picker.tsx'
import { CLEAR_FILTERS } from './messages.ts'
import { CLEARED, isFiltered, type ReportsSearch, reportFilters } from './search.ts'

interface ReportFiltersProps {
  search: ReportsSearch
  onChange(patch: object): void
  /** Whether keywords can be looked for by site and words, or only by tags. */
  hasKeywords: boolean
}

/** Keywords are not told apart where a report counts stories: only tags narrow it. */
const OF_STORIES: readonly string[] = ['tag']

/** Range, site, tags and words: what every report narrows by, as far as it can. */
export function ReportFilters({ search, onChange, hasKeywords }: ReportFiltersProps) {
  const change = (patch: object) => onChange({ page: 1, ...patch })
  const filters = reportFilters(search)
  /** A range cannot have more days than it has. */
  const changeRange = (range: ReportsSearch['range']) =>
    change({ range, ...((search.minDays ?? 0) > range ? { minDays: undefined } : {}) })
  return (
    <div className="report-filters">
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
