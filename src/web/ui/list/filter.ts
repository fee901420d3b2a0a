import type { z } from 'zod'

/** One of what a filter is chosen from. */
export interface Choice<Value = string | number> {
  value: Value
  label: string
}

interface Base {
  /** What the address may say of it. */
  address: z.ZodType
  label: string
}

/** One of several, or any of several: of those named here, or of those that a source knows. */
interface ChoiceFilter<Source> extends Base {
  kind: 'one' | 'many'
  /** What stands where nothing is chosen. */
  none: string
  /** What a value is called, where that is known without the source. */
  word?: (value: string) => string
  from: Source | readonly Choice[]
  /** What says that they could not be read, where this screen calls it otherwise than most. */
  failTitle?: string
}

/** One of two, side by side. */
interface EitherFilter extends Base {
  kind: 'either'
  from: readonly Choice<boolean>[]
}

/** Words that are typed, or people who are looked for by their names among all. */
interface SearchFilter extends Base {
  kind: 'search' | 'users'
}

/** Words that are typed, about what another filter has chosen: asked for only then, and forgotten with it. */
interface TypedFilter extends Omit<Base, 'label'> {
  kind: 'typed'
  within: string
  label: (chosen: string) => string
  maxLength: number
}

/** Two days, both included; the second one is a parameter of its own. */
interface DaysFilter extends Base {
  kind: 'days'
  until: string
  /** Whether days are written without needless noughts. */
  isShort?: boolean
}

/** A parameter without a control of its own: the end of a range, or what stands elsewhere on the screen. */
interface BareFilter {
  address: z.ZodType
  kind: 'bare'
}

/** What leaves rows out: what an address may say of it, and how it is chosen. */
export type ListFilter<Source extends string = string> =
  | ChoiceFilter<Source>
  | EitherFilter
  | SearchFilter
  | TypedFilter
  | DaysFilter
  | BareFilter

/** The filters of a list by their parameters, in the order in which they are offered. */
export type ListFilters<Source extends string = string> = Readonly<Record<string, ListFilter<Source>>>

/** What the filters give to the schema of their address. */
export function parametersOf<const Filters extends ListFilters>(
  filters: Filters,
): { -readonly [Name in keyof Filters]: Filters[Name]['address'] }
export function parametersOf(filters: ListFilters): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(filters).map(([name, { address }]) => [name, address]))
}

/** The patch that gives a filter another value: what is within it is forgotten. */
export function chosenIn(filters: ListFilters, name: string, value: unknown): Record<string, unknown> {
  const inner = Object.entries(filters).filter(([, each]) => each.kind === 'typed' && each.within === name)
  return { ...Object.fromEntries(inner.map(([each]) => [each, undefined])), [name]: value }
}
