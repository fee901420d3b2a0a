import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { keysOf } from '#shared/format/keys.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FilterChip } from '#web/ui/input/filter-chip.tsx'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { useFilterWords } from '../../ground/filters/use-filter-words.ts'
import { CLEAR_FILTERS } from './messages.ts'
import { begun, isInForce, KEYWORD_FILTERS, type KeywordsSearch, without } from './search.ts'

const FilterPicker = onDemand(() =>
  import('../../ground/filters/filter-picker.tsx').then(({ FilterPicker }) => FilterPicker),
)

/** The filters in the menu; the end of a range is added together with its start. */
const OFFERED = keysOf(KEYWORD_FILTERS).flatMap((name) => {
  const filter = KEYWORD_FILTERS[name]
  return filter.kind === 'bare' ? [] : [{ name, filter }]
})
type Offered = (typeof OFFERED)[number]
type FilterName = Offered['name']

interface KeywordFiltersProps {
  search: KeywordsSearch
  onChange(patch: object): void
}

interface ChipProps extends KeywordFiltersProps, Offered {
  startsOpen: boolean
  onRemove: () => void
}

function Chip({ name, filter, search, startsOpen, onRemove, onChange }: ChipProps) {
  return (
    <FilterChip
      label={filter.label}
      value={useFilterWords(filter, name, search)}
      startsOpen={startsOpen}
      onRemove={onRemove}
    >
      <FilterPicker
        isTall
        filters={KEYWORD_FILTERS}
        name={name}
        search={search}
        onChange={(patch) => onChange({ page: 1, ...patch })}
      />
    </FilterChip>
  )
}

/** The active filters with their values, and a menu to add others. */
export function KeywordFilters({ search, onChange }: KeywordFiltersProps) {
  // Added filters without a value, which are not in the address yet.
  const [added, setAdded] = useState<readonly FilterName[]>([])
  const box = useRef<HTMLDivElement>(null)
  const today = useToday()
  const shown = OFFERED.filter(({ name }) => isInForce(search, name) || added.includes(name))
  const rest = OFFERED.filter((each) => !shown.includes(each))

  const add = (name: FilterName) => {
    setAdded([...added, name])
    const patch = begun(name, today)
    if (Object.keys(patch).length > 0) onChange(patch)
  }
  const remove = (name: FilterName) => {
    setAdded(added.filter((each) => each !== name))
    onChange(without([name]))
    // The pressed button is gone, so keyboard users continue from here.
    box.current?.focus()
  }
  return (
    <div ref={box} tabIndex={-1} className="keyword-filters cluster gap-8">
      {shown.map(({ name, filter }) => (
        <Chip
          key={name}
          {...{ name, filter, search, onChange }}
          startsOpen={added.includes(name) && !isInForce(search, name)}
          onRemove={() => remove(name)}
        />
      ))}
      {rest.length > 0 && (
        <ClickMenu
          items={rest.map(({ name, filter: { label } }) => ({
            key: name,
            label,
            onClick: () => add(name),
          }))}
        >
          <Button type="dashed" shape="round" size="small" icon={<Plus size={14} aria-hidden="true" />}>
            Add filter
          </Button>
        </ClickMenu>
      )}
      {shown.length > 1 && (
        <Button
          type="text"
          size="small"
          onClick={() => {
            setAdded([])
            onChange(without(OFFERED.map(({ name }) => name)))
          }}
        >
          {CLEAR_FILTERS}
        </Button>
      )}
    </div>
  )
}
