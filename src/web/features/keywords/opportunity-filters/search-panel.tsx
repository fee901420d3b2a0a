import { useQuery } from '@tanstack/react-query'
import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { Overview, Relaxable } from '#shared/features/keywords/opportunities/contract.ts'
import { counted } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useRegionKeys } from '#web/ui/input/use-hotkey.ts'
import { ClearFilters } from '#web/ui/list/clear-filters.tsx'
import { isFiltered } from '#web/ui/list/filters.ts'
import { INCLUDE_UNKNOWN, LEAVE_UNKNOWN_OUT, unknownWords } from '../opportunities/messages.ts'
import { overviewQuery } from '../opportunities/queries.ts'
import { FILTERED, type OpportunitiesSearch } from '../opportunities/search.ts'
import { UsageNote } from '../opportunities/usage-note.tsx'
import { FiltersInForce } from './filters-in-force-list.tsx'
import { type ChangeFilters, MarketFilter, RegionField } from './market-filter-fields.tsx'
import { useUnfolded } from './use-unfolded.ts'

interface PartProps {
  search: OpportunitiesSearch
  onChange: ChangeFilters
}

interface UnknownProps extends PartProps {
  count: number
}

/** The number of keywords hidden only because a figure is unknown, with a button to include them. */
function UnknownFigures({ search, count, onChange }: UnknownProps) {
  const { includeUnknown } = search
  return (
    <div className="opportunity-unknown cluster gap-8 row-gap-0">
      <span className="quiet">{unknownWords(count, includeUnknown)}</span>
      <Button type="link" size="small" onClick={() => onChange({ includeUnknown: !includeUnknown })}>
        {includeUnknown ? LEAVE_UNKNOWN_OUT : INCLUDE_UNKNOWN}
      </Button>
    </div>
  )
}

const WORDS: readonly Relaxable[] = ['category', 'includeText', 'excludeText']
const RANGES: readonly Relaxable[] = [
  'competition',
  'seasonality',
  'opportunityScore',
  'monthlySearchVolume',
  'avgPrice',
  'avgUnitsSold',
]
const OTHERS: readonly Relaxable[] = ['excludeTopBrands', 'excludeExistingKeywords', 'monthlyTrend']

interface AllFiltersProps extends PartProps {
  id: string
  overview: Overview | null | undefined
}

function AllFilters({ id, overview, ...filters }: AllFiltersProps) {
  const fields = (names: readonly Relaxable[]) =>
    names.map((filter) => <MarketFilter key={filter} filter={filter} overview={overview} {...filters} />)
  return (
    <div className="opportunity-search-body stack gap-16" id={id}>
      <div className="opportunity-words">
        <RegionField {...filters} />
        {fields(WORDS)}
      </div>
      <div className="opportunity-ranges">{fields(RANGES)}</div>
      <div className="opportunity-others cluster gap-16 row-gap-8">
        {fields(OTHERS)}
        <span className="opportunity-usage push">
          <UsageNote usage={overview?.usage} />
        </span>
      </div>
    </div>
  )
}

interface SearchPanelProps extends PartProps {
  total: number | undefined
  unknown: number
  tools: ReactNode
}

/** 'Search': one line with the active filters, which expands to all of them. */
export function SearchPanel({ search, total, unknown, onChange, tools }: SearchPanelProps) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const { data: overview } = useQuery(overviewQuery(search.region))
  const { isUnfolded, unfold } = useUnfolded()
  const change: ChangeFilters = (patch, options) => onChange({ ...patch, page: 1 }, options)
  useRegionKeys(
    (focused) => panel.current?.contains(focused) === true,
    (event) => {
      if (event.key !== 'f') return
      event.preventDefault()
      addButton.current?.click()
    },
  )
  return (
    <search className="sheet opportunity-search" aria-labelledby={`${id}-name`} ref={panel}>
      <div className="opportunity-search-line cluster gap-8 row-gap-6">
        <strong className="inline-row gap-8 semibold" id={`${id}-name`}>
          <Search size={16} aria-hidden="true" />
          Search
        </strong>
        <span className="opportunity-search-count tabular" role="status">
          {total !== undefined && <strong>{counted(total)}</strong>}
          {overview && <span className="quiet"> of {counted(overview.count)}</span>}
        </span>
        <FiltersInForce search={search} overview={overview} onChange={change} addButton={addButton} />
        {isFiltered(FILTERED, search) && <ClearFilters of={FILTERED} search={search} onChange={onChange} />}
        <span className="inline-row gap-4 push">
          <Button
            size="small"
            icon={<SlidersHorizontal size={14} aria-hidden="true" />}
            aria-expanded={isUnfolded}
            aria-controls={`${id}-all`}
            onClick={() => unfold(!isUnfolded)}
          >
            All filters
          </Button>
          {tools}
        </span>
      </div>
      {unknown > 0 && <UnknownFigures search={search} count={unknown} onChange={change} />}
      {isUnfolded && <AllFilters id={`${id}-all`} search={search} overview={overview} onChange={change} />}
    </search>
  )
}
