import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Overview, Relaxable } from '#shared/features/keywords/opportunities/contract.ts'
import {
  COMPETITION_RANGE,
  COMPETITION_STOPS,
  MARKETS,
  SEASONALITY_RANGE,
} from '#shared/features/keywords/opportunities/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { Labelled } from '#web/ui/input/labelled.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { currencySign, FAILURES, FILTER_LABELS } from '../opportunities/messages.ts'
import { categoriesQuery } from '../opportunities/queries.ts'
import { type OpportunitiesSearch, PARAMETERS, volumeBounds } from '../opportunities/search.ts'
import { FilterText } from './filter-text-fields.tsx'
import { type Bounds, RangeFields, type RangeFieldsProps } from './range-fields.tsx'

export type ChangeFilters = (patch: Partial<OpportunitiesSearch>, options?: { replace?: boolean }) => void

interface FieldProps {
  search: OpportunitiesSearch
  onChange: ChangeFilters
}

const REGIONS = keysOf(MARKETS).map((country) => ({
  value: country,
  label: `${country} · ${MARKETS[country].name}, ${currencySign(country)}`,
}))

export function RegionField({ search, onChange }: FieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label="Region">
      <Select
        id={id}
        value={search.region}
        options={REGIONS}
        onChange={(region) => onChange({ region, category: undefined, open: undefined })}
      />
    </Labelled>
  )
}

function CategoryField({ search, onChange }: FieldProps) {
  const id = useId()
  const { data: categories = [], error, isPending } = useQuery(categoriesQuery(search.region))
  return (
    <Labelled id={id} label={FILTER_LABELS.category} error={error ? FAILURES.categories : undefined}>
      <Select<string[]>
        id={id}
        mode="multiple"
        maxTagCount="responsive"
        placeholder="Any category"
        loading={isPending}
        value={search.category ?? []}
        options={categories.map((category) => ({ value: category, label: category }))}
        onChange={(chosen) => onChange({ category: chosen.length > 0 ? chosen : undefined })}
      />
    </Labelled>
  )
}

type Text = 'includeText' | 'excludeText'
type Flag = 'excludeTopBrands' | 'excludeExistingKeywords'
type Range = Exclude<Relaxable, Text | Flag | 'category'>

const HINTS: Readonly<Record<Text, string>> = {
  includeText: 'all of these, comma-separated',
  excludeText: 'none of these, comma-separated',
}

/** Competition and seasonality always have both bounds. */
const WHOLE: Partial<Record<Range, { min: number; max: number }>> = {
  competition: COMPETITION_RANGE,
  seasonality: SEASONALITY_RANGE,
}

/** The distribution of keywords over each range. */
const SPREADS = {
  competition: 'competition',
  seasonality: 'seasonality',
  opportunityScore: 'opportunity_score',
  monthlySearchVolume: 'monthly_search_volume',
  avgPrice: 'avg_price',
  avgUnitsSold: 'avg_units_sold',
} as const

const LOOKS: Readonly<Record<Range, Partial<RangeFieldsProps>>> = {
  competition: {
    whole: COMPETITION_RANGE,
    slider: { ...COMPETITION_RANGE, step: null, stops: COMPETITION_STOPS },
    unit: '%',
  },
  seasonality: { whole: SEASONALITY_RANGE, slider: { ...SEASONALITY_RANGE, step: 1 } },
  opportunityScore: { slider: { min: 0, max: 100, step: 1 } },
  monthlySearchVolume: { isRatio: true },
  avgPrice: { isRatio: true },
  avgUnitsSold: { isRatio: true },
  monthlyTrend: { unit: '%' },
}

/** The bounds of a range under the address's names. */
function rangePatch(filter: Range, { min, max }: Bounds): Partial<OpportunitiesSearch> {
  const [least, most, ...others] = PARAMETERS[filter]
  return {
    ...Object.fromEntries(others.map((name) => [name, undefined])),
    [least]: min ?? WHOLE[filter]?.min,
    [most]: max ?? WHOLE[filter]?.max,
  }
}

export function boundsOf(search: OpportunitiesSearch, filter: Range): Bounds {
  if (filter === 'monthlySearchVolume') return volumeBounds(search)
  const [least, most] = PARAMETERS[filter]
  return { min: search[least], max: search[most] }
}

interface MarketFilterProps extends FieldProps {
  filter: Relaxable
  overview: Overview | null | undefined
}

/** The control of one filter, in the panel and behind its chip. */
export function MarketFilter({ filter, search, overview, onChange }: MarketFilterProps) {
  const id = useId()
  switch (filter) {
    case 'category':
      return <CategoryField search={search} onChange={onChange} />
    case 'includeText':
    case 'excludeText':
      return (
        <FilterText
          label={FILTER_LABELS[filter]}
          hint={HINTS[filter]}
          value={search[filter]}
          isCostly={filter === 'includeText' && Boolean(overview?.usage.calls)}
          onChange={(text) => onChange({ [filter]: text }, { replace: true })}
        />
      )
    case 'excludeTopBrands':
    case 'excludeExistingKeywords':
      return (
        <Checkbox checked={search[filter]} onChange={({ target }) => onChange({ [filter]: target.checked })}>
          {FILTER_LABELS[filter]}
        </Checkbox>
      )
    default:
      return (
        <RangeFields
          id={id}
          label={FILTER_LABELS[filter]}
          value={boundsOf(search, filter)}
          {...LOOKS[filter]}
          {...(filter === 'avgPrice' ? { sign: currencySign(search.region) } : {})}
          {...(filter === 'monthlyTrend' ? {} : { spread: overview?.[SPREADS[filter]] })}
          onChange={(bounds) => onChange(rangePatch(filter, bounds), { replace: true })}
        />
      )
  }
}
