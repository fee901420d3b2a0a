import { FilterX } from 'lucide-react'
import { Button } from '../input/button.tsx'
import type { ListAddress } from './address.ts'
import { defaultFilters, type Filtered, isFiltered } from './filters.ts'

interface ClearFiltersProps<Search extends ListAddress> {
  of: Filtered<Search>
  search: Search
  onChange(patch: object): void
}

/** Clears all filters and goes to the first page. */
export function ClearFilters<Search extends ListAddress>({
  of,
  search,
  onChange,
}: ClearFiltersProps<Search>) {
  return (
    <Button
      type="text"
      icon={<FilterX aria-hidden="true" />}
      disabled={!isFiltered(of, search)}
      onClick={() => onChange({ ...defaultFilters(of), page: 1 })}
    >
      Clear Filters
    </Button>
  )
}
