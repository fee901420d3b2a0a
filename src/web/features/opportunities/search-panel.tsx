import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Overview, RELAXABLE } from '#shared/features/opportunities/contract.ts'
import {
  COMPETITION_RANGE,
  COMPETITION_STOPS,
  MARKETS,
  SEASONALITY_RANGE,
} from '#shared/features/opportunities/rules.ts'
import { counted } from '#shared/format/count.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Labelled } from '#web/ui/labelled.tsx'
import { ClearFilters } from '#web/ui/list/clear-filters.tsx'
import { Select } from '#web/ui/select.tsx'
import { FilterText } from './filter-text-fields.tsx'
import { FiltersInForce } from './filters-in-force-list.tsx'
import {
  currencySign,
  FAILURES,
  FILTER_LABELS,
  INCLUDE_UNKNOWN,
  keywordsOf,
  LEAVE_UNKNOWN_OUT,
  unknownWords,
} from './messages.ts'
import { categoriesQuery, overviewQuery } from './queries.ts'
import { type Bounds, RangeFields } from './range-fields.tsx'
import { FILTERED, isInForce, type OpportunitiesSearch, volumeBounds } from './search.ts'
import { UsageNote } from './usage-note.tsx'

type Change = (patch: Partial<OpportunitiesSearch>, options?: { replace?: boolean }) => void

interface PartProps {
  search: OpportunitiesSearch
  onChange: Change
}

interface MarketPartProps extends PartProps {
  overview: Overview | null | undefined
}

const REGIONS = keysOf(MARKETS).map((country) => ({
  value: country,
  label: `${country} · ${MARKETS[country].name}, ${currencySign(country)}`,
}))

const COMPETITION = { ...COMPETITION_RANGE, step: null, stops: COMPETITION_STOPS }
const SEASONALITY = { ...SEASONALITY_RANGE, step: 1 }
const SCORE = { min: 0, max: 100, step: 1 }

function WordFilters({ search, overview, onChange }: MarketPartProps) {
  const id = useId()
  const { data: categories = [], error, isPending } = useQuery(categoriesQuery(search.region))
  return (
    <div className="opportunity-words">
      <Labelled id={`${id}-region`} label="Region">
        <Select
          id={`${id}-region`}
          value={search.region}
          options={REGIONS}
          onChange={(region) => onChange({ region, category: undefined, open: undefined })}
        />
      </Labelled>
      <Labelled
        id={`${id}-category`}
        label={FILTER_LABELS.category}
        error={error ? FAILURES.categories : undefined}
      >
        <Select<string[]>
          id={`${id}-category`}
          mode="multiple"
          maxTagCount="responsive"
          placeholder="Any category"
          loading={isPending}
          value={search.category ?? []}
          options={categories.map((category) => ({ value: category, label: category }))}
          onChange={(chosen) => onChange({ category: chosen.length > 0 ? chosen : undefined })}
        />
      </Labelled>
      <FilterText
        label={FILTER_LABELS.includeText}
        hint="all of these, comma-separated"
        value={search.includeText}
        isCostly={Boolean(overview?.usage.calls)}
        onChange={(includeText) => onChange({ includeText }, { replace: true })}
      />
      <FilterText
        label={FILTER_LABELS.excludeText}
        hint="none of these, comma-separated"
        value={search.excludeText}
        onChange={(excludeText) => onChange({ excludeText }, { replace: true })}
      />
    </div>
  )
}

function RangeFilters({ search, overview, onChange }: MarketPartProps) {
  const id = useId()
  const change = (patch: Partial<OpportunitiesSearch>) => onChange(patch, { replace: true })
  const sign = currencySign(search.region)
  return (
    <div className="opportunity-ranges">
      <RangeFields
        id={`${id}-competition`}
        label={FILTER_LABELS.competition}
        value={{ min: search.competitionMin, max: search.competitionMax }}
        whole={COMPETITION_RANGE}
        slider={COMPETITION}
        spread={overview?.competition}
        unit="%"
        onChange={({ min = COMPETITION_RANGE.min, max = COMPETITION_RANGE.max }) =>
          change({ competitionMin: min, competitionMax: max })
        }
      />
      <RangeFields
        id={`${id}-seasonality`}
        label={FILTER_LABELS.seasonality}
        value={{ min: search.seasonalityMin, max: search.seasonalityMax }}
        whole={SEASONALITY_RANGE}
        slider={SEASONALITY}
        spread={overview?.seasonality}
        onChange={({ min = SEASONALITY_RANGE.min, max = SEASONALITY_RANGE.max }) =>
          change({ seasonalityMin: min, seasonalityMax: max })
        }
      />
      <RangeFields
        id={`${id}-score`}
        label={FILTER_LABELS.opportunityScore}
        value={{ min: search.opportunityScoreMin, max: search.opportunityScoreMax }}
        slider={SCORE}
        spread={overview?.opportunityScore}
        onChange={({ min, max }) => change({ opportunityScoreMin: min, opportunityScoreMax: max })}
      />
      <RangeFields
        id={`${id}-volume`}
        label={FILTER_LABELS.monthlySearchVolume}
        value={volumeBounds(search)}
        isRatio
        spread={overview?.monthlySearchVolume}
        onChange={({ min, max }: Bounds) =>
          change({
            monthlySearchVolumeMin: min,
            monthlySearchVolumeMax: max,
            monthlyVlmMin: undefined,
            monthlyVlmMax: undefined,
          })
        }
      />
      <RangeFields
        id={`${id}-price`}
        label={FILTER_LABELS.avgPrice}
        value={{ min: search.avgPriceMin, max: search.avgPriceMax }}
        isRatio
        sign={sign}
        spread={overview?.avgPrice}
        onChange={({ min, max }) => change({ avgPriceMin: min, avgPriceMax: max })}
      />
      <RangeFields
        id={`${id}-units`}
        label={FILTER_LABELS.avgUnitsSold}
        value={{ min: search.avgUnitsSoldMin, max: search.avgUnitsSoldMax }}
        isRatio
        spread={overview?.avgUnitsSold}
        onChange={({ min, max }) => change({ avgUnitsSoldMin: min, avgUnitsSoldMax: max })}
      />
    </div>
  )
}

function OtherFilters({ search, onChange }: PartProps) {
  return (
    <>
      <Checkbox
        checked={search.excludeTopBrands}
        onChange={({ target }) => onChange({ excludeTopBrands: target.checked })}
      >
        {FILTER_LABELS.excludeTopBrands}
      </Checkbox>
      <Checkbox
        checked={search.excludeExistingKeywords}
        onChange={({ target }) => onChange({ excludeExistingKeywords: target.checked })}
      >
        {FILTER_LABELS.excludeExistingKeywords}
      </Checkbox>
      <RangeFields
        id="monthly-trend"
        label={FILTER_LABELS.monthlyTrend}
        value={{ min: search.monthlyTrendMin, max: search.monthlyTrendMax }}
        unit="%"
        onChange={({ min, max }) =>
          onChange({ monthlyTrendMin: min, monthlyTrendMax: max }, { replace: true })
        }
      />
    </>
  )
}

/** How many keywords only an unknown figure keeps out, and the way to have them in. */
function UnknownFigures({ search, count, onChange }: PartProps & { count: number }) {
  const { includeUnknown } = search
  return (
    <span className="opportunity-unknown">
      <span className="quiet">{unknownWords(count, includeUnknown)}</span>
      <Button type="link" size="small" onClick={() => onChange({ includeUnknown: !includeUnknown })}>
        {includeUnknown ? LEAVE_UNKNOWN_OUT : INCLUDE_UNKNOWN}
      </Button>
    </span>
  )
}

interface SearchPanelProps extends PartProps {
  total: number | undefined
  unknown: number
  isFolded: boolean
  onFold: (isFolded: boolean) => void
  tools: ReactNode
}

/** 'Search': everything that the market's keywords are narrowed by, which folds to what is in force. */
export function SearchPanel({ search, total, unknown, isFolded, onFold, onChange, tools }: SearchPanelProps) {
  const { data: overview } = useQuery(overviewQuery(search.region))
  const change: Change = (patch, options) => onChange({ ...patch, page: 1 }, options)
  const Arrow = isFolded ? ChevronRight : ChevronDown
  const inForce = RELAXABLE.filter((filter) => isInForce(search, filter))
  return (
    <search className="sheet opportunity-search">
      <div className="opportunity-search-head">
        <button type="button" aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
          <Arrow size={16} aria-hidden="true" />
          Search
        </button>
        <span className="quiet" role="status">
          {total !== undefined && keywordsOf(total)}
          {overview && ` of ${counted(overview.count)} in this market`}
        </span>
        {unknown > 0 && <UnknownFigures search={search} count={unknown} onChange={change} />}
        <span className="opportunity-search-tools">{tools}</span>
        <ClearFilters of={FILTERED} search={search} onChange={onChange} />
      </div>
      {isFolded ? (
        inForce.length > 0 && <FiltersInForce search={search} filters={inForce} onChange={onChange} />
      ) : (
        <div className="opportunity-search-body">
          <WordFilters search={search} overview={overview} onChange={change} />
          <RangeFilters search={search} overview={overview} onChange={change} />
          <div className="opportunity-others">
            <OtherFilters search={search} onChange={change} />
            <span className="opportunity-usage">
              <UsageNote usage={overview?.usage} />
            </span>
          </div>
        </div>
      )}
    </search>
  )
}
