import type { z } from 'zod'
import type { ListAddress } from './address.ts'

/** Which parameters of an address leave rows out. */
export interface Filtered<Search extends ListAddress> {
  /** What the address says; the order that a list begins with is the schema's default. */
  address: z.ZodType<Search>
  /** Each is at rest where it has the schema's default. */
  filters?: readonly (keyof Search & string)[]
}

/** The filters at rest. */
export function atRest<Search extends ListAddress>({
  address,
  filters = [],
}: Filtered<Search>): Partial<Search> {
  const rest: Partial<Search> = {}
  const begins = address.parse({})
  for (const name of filters) rest[name] = begins[name]
  return rest
}

/** Does anything of the address leave rows out? */
export function isFiltered<Search extends ListAddress>(of: Filtered<Search>, search: Search): boolean {
  const rest = atRest(of)
  return (of.filters ?? []).some((name) => search[name] !== rest[name])
}
