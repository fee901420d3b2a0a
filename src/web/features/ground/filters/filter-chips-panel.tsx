import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/input/button.tsx'
import { FilterChip } from '#web/ui/input/filter-chip.tsx'
import type { ListFilter, ListFilters } from '#web/ui/list/filter.ts'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import type { Address } from './filter-picker.tsx'
import type { ChoiceSource } from './messages.ts'
import { useFilterWords } from './use-filter-words.ts'

const FilterPicker = onDemand(() => import('./filter-picker.tsx').then(({ FilterPicker }) => FilterPicker))

type Labelled = Exclude<ListFilter<ChoiceSource>, { kind: 'bare' | 'typed' }>
interface Offered {
  name: string
  filter: Labelled
}

const isLabelled = (filter: ListFilter<ChoiceSource>): filter is Labelled =>
  filter.kind !== 'bare' && filter.kind !== 'typed'

/** The filters in the menu; the end of a range is added together with its start. */
const offeredIn = (filters: ListFilters<ChoiceSource>): Offered[] =>
  Object.entries(filters).flatMap(([name, filter]) => (isLabelled(filter) ? [{ name, filter }] : []))

/** The address parameters of a filter; date filters have two. */
const parametersIn = ({ name, filter }: Offered): string[] =>
  filter.kind === 'days' ? [name, filter.until] : [name]

/** The change that removes filters: it deletes their parameters and goes back to the first page. */
const without = (offered: readonly Offered[]) => ({
  ...Object.fromEntries(offered.flatMap(parametersIn).map((parameter) => [parameter, undefined])),
  page: 1,
})

interface FilterChipsProps {
  filters: ListFilters<ChoiceSource>
  search: Address
  /** The label of the button that removes all of them. */
  clear: string
  /** The initial value of an added filter, if it does not wait for a choice. */
  begun?: (name: string) => object
  onChange(patch: object): void
}

interface ChipProps extends Pick<FilterChipsProps, 'filters' | 'search' | 'onChange'>, Offered {
  startsOpen: boolean
  onRemove: () => void
}

function Chip({ name, filter, filters, search, startsOpen, onRemove, onChange }: ChipProps) {
  return (
    <FilterChip
      label={filter.label}
      value={useFilterWords(filter, name, search)}
      startsOpen={startsOpen}
      onRemove={onRemove}
    >
      <FilterPicker
        isTall
        filters={filters}
        name={name}
        search={search}
        onChange={(patch) => onChange({ page: 1, ...patch })}
      />
    </FilterChip>
  )
}

const nothing = () => ({})

/** The active filters of a list as chips with their values, and a menu to add others. */
export function FilterChips({ filters, search, clear, begun = nothing, onChange }: FilterChipsProps) {
  // Added filters without a value, which are not in the address yet.
  const [added, setAdded] = useState<readonly string[]>([])
  const box = useRef<HTMLDivElement>(null)
  const offered = offeredIn(filters)
  const isInForce = (each: Offered) => parametersIn(each).some((parameter) => search[parameter] !== undefined)
  const shown = offered.filter((each) => isInForce(each) || added.includes(each.name))
  const rest = offered.filter((each) => !shown.includes(each))

  const add = (name: string) => {
    setAdded([...added, name])
    const patch = begun(name)
    if (Object.keys(patch).length > 0) onChange(patch)
  }
  const remove = (each: Offered) => {
    setAdded(added.filter((name) => name !== each.name))
    onChange(without([each]))
    // The pressed button is gone, so keyboard users continue from here.
    box.current?.focus()
  }
  return (
    <div ref={box} tabIndex={-1} className="filter-chips cluster gap-8">
      {shown.map((each) => (
        <Chip
          key={each.name}
          {...each}
          {...{ filters, search, onChange }}
          startsOpen={added.includes(each.name) && !isInForce(each)}
          onRemove={() => remove(each)}
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
            onChange(without(offered))
          }}
        >
          {clear}
        </Button>
      )}
    </div>
  )
}
