import { X } from 'lucide-react'
import type { Relaxable } from '#shared/features/opportunities/contract.ts'
import { FILTER_LABELS } from './messages.ts'
import { type OpportunitiesSearch, PARAMETERS, volumeBounds, without } from './search.ts'

interface FiltersInForceProps {
  search: OpportunitiesSearch
  filters: readonly Relaxable[]
  onChange: (patch: Partial<OpportunitiesSearch>) => void
}

const number = (value: number) => value.toLocaleString('en-US')

function rangeWords(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${number(min)}–${number(max)}`
  return min === undefined ? `≤ ${number(max ?? 0)}` : `≥ ${number(min)}`
}

/** What a filter keeps, in words. */
function wordsOf(search: OpportunitiesSearch, filter: Relaxable): string {
  if (filter === 'category') return search.category?.join(', ') ?? ''
  if (filter === 'includeText' || filter === 'excludeText') return search[filter]
  if (filter === 'excludeTopBrands') return search.excludeTopBrands ? '' : 'no'
  if (filter === 'excludeExistingKeywords') return ''
  if (filter === 'monthlySearchVolume') {
    const { min, max } = volumeBounds(search)
    return rangeWords(min, max)
  }
  const [min, max] = PARAMETERS[filter]
  return rangeWords(search[min], search[max])
}

/** The filters that are in force, each of which can be taken away. */
export function FiltersInForce({ search, filters, onChange }: FiltersInForceProps) {
  return (
    <ul className="filters-in-force" aria-label="Active filters">
      {filters.map((filter) => (
        <li key={filter} className="filter-chip">
          <span className="filter-chip-value">
            <span className="quiet">{FILTER_LABELS[filter]}</span>{' '}
            <span className="ellipsis">{wordsOf(search, filter)}</span>
          </span>
          <button
            type="button"
            className="filter-chip-remove"
            aria-label={`Remove filter ${FILTER_LABELS[filter]}`}
            onClick={() =>
              onChange(filter === 'excludeTopBrands' ? { excludeTopBrands: true, page: 1 } : without(filter))
            }
          >
            <X size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
