import type { z } from 'zod'
import type { ListAddress } from './address.ts'

/** The filter parameters of an address. */
export interface Filtered<Search extends ListAddress> {
  /** The address schema; the default order is the schema's default. */
  address: z.ZodType<Search>
  /** A filter is inactive if it has the schema's default. */
  filters?: readonly (keyof Search & string)[]
}

/** The filters' default values. */
export function defaultFilters<Search extends ListAddress>({
  address,
  filters = [],
}: Filtered<Search>): Partial<Search> {
  const rest: Partial<Search> = {}
  const begins = address.parse({})
  for (const name of filters) rest[name] = begins[name]
  return rest
}

/** Whether any filter in the address is active. */
export function isFiltered<Search extends ListAddress>(of: Filtered<Search>, search: Search): boolean {
  const rest = defaultFilters(of)
  return (of.filters ?? []).some((name) => search[name] !== rest[name])
}
