import { Plus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { type Overview, RELAXABLE, type Relaxable } from '#shared/features/keywords/opportunities/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FilterChip } from '#web/ui/input/filter-chip.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { FILTER_LABELS } from '../opportunities/messages.ts'
import { filtersInForce, type OpportunitiesSearch, without } from '../opportunities/search.ts'
import { boundsOf, type ChangeFilters, MarketFilter, RegionField } from './market-filter-fields.tsx'

interface FiltersInForceProps {
  search: OpportunitiesSearch
  overview: Overview | null | undefined
  onChange: ChangeFilters
  addButton: RefObject<HTMLButtonElement | null>
}

const number = (value: number) => value.toLocaleString('en-US')

function rangeWords(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return ''
  if (min !== undefined && max !== undefined) return `${number(min)}–${number(max)}`
  return min === undefined ? `≤ ${number(max ?? 0)}` : `≥ ${number(min)}`
}

const isFlag = (filter: Relaxable) => filter === 'excludeTopBrands' || filter === 'excludeExistingKeywords'

/** The value of a filter as text; a checkbox has none beyond its label. */
function wordsOf(search: OpportunitiesSearch, filter: Relaxable): string | undefined {
  switch (filter) {
    case 'category':
      return search.category?.join(', ') ?? ''
    case 'includeText':
    case 'excludeText':
      return search[filter]
    case 'excludeTopBrands':
    case 'excludeExistingKeywords':
      return undefined
    default: {
      const { min, max } = boundsOf(search, filter)
      return rangeWords(min, max)
    }
  }
}

/** The active filters as chips, each with its own control, and a menu of the others. */
export function FiltersInForce({ search, overview, onChange, addButton }: FiltersInForceProps) {
  const [added, setAdded] = useState<Relaxable | null>(null)
  const inForce = filtersInForce(search)
  const shown = RELAXABLE.filter((filter) => filter === added || inForce.includes(filter))
  const remove = (filter: Relaxable) => {
    setAdded(null)
    onChange(without(filter))
    addButton.current?.focus()
  }
  const add = (filter: Relaxable) => (isFlag(filter) ? onChange({ [filter]: true }) : setAdded(filter))
  return (
    <>
      <ul
        className="filters-in-force cluster align-stretch gap-8 row-gap-6 shrinkable"
        aria-label="Active filters"
      >
        <li>
          <FilterChip label="Region" value={search.region}>
            <RegionField search={search} onChange={onChange} />
          </FilterChip>
        </li>
        {shown.map((filter) => {
          const words = wordsOf(search, filter)
          return (
            <li key={filter}>
              <FilterChip
                label={FILTER_LABELS[filter]}
                {...(words === undefined ? {} : { value: words })}
                startsOpen={filter === added}
                onRemove={() => remove(filter)}
              >
                <MarketFilter filter={filter} search={search} overview={overview} onChange={onChange} />
              </FilterChip>
            </li>
          )
        })}
      </ul>
      <ClickMenu
        items={RELAXABLE.filter((filter) => !shown.includes(filter)).map((filter) => ({
          key: filter,
          label: FILTER_LABELS[filter],
          onClick: () => add(filter),
        }))}
      >
        <Button
          ref={addButton}
          type="dashed"
          size="small"
          shape="round"
          className="add-filter"
          aria-keyshortcuts="f"
          icon={<Plus size={14} aria-hidden="true" />}
        >
          Add filter
        </Button>
      </ClickMenu>
    </>
  )
}
