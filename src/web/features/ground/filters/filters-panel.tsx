import type { z } from 'zod'
import { keysOf } from '#shared/format/keys.ts'
import type { ListAddress } from '#web/ui/list/address.ts'
import { ClearFilters } from '#web/ui/list/clear-filters.tsx'
import type { ListFilters } from '#web/ui/list/filter.ts'
import { type Address, FilterPicker } from './filter-picker.tsx'
import type { ChoiceSource } from './messages.ts'

interface FiltersPanelProps<Search extends ListAddress & Address> {
  address: z.ZodType<Search>
  filters: ListFilters<ChoiceSource> & Partial<Record<keyof Search, unknown>>
  search: Search
  /** Parameters that also filter but have their control elsewhere on the screen. */
  others?: readonly (keyof Search & string)[]
  onChange(patch: object): void
}

/** All filters of a list in a row, with a button to clear them. */
export function FiltersPanel<Search extends ListAddress & Address>({
  address,
  filters,
  search,
  others = [],
  onChange,
}: FiltersPanelProps<Search>) {
  return (
    <search className="list-filters cluster gap-8 mb-16">
      {keysOf(filters).map((name) => (
        <FilterPicker
          key={name}
          filters={filters}
          name={name}
          search={search}
          onChange={(patch) => onChange({ ...patch, page: 1 })}
        />
      ))}
      <ClearFilters
        of={{ address, filters: [...keysOf(filters), ...others] }}
        search={search}
        onChange={onChange}
      />
    </search>
  )
}
