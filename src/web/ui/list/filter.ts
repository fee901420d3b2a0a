import type { z } from 'zod'

/** An option of a filter. */
export interface Choice<Value = string | number> {
  value: Value
  label: string
}

interface Base {
  /** Schema of the address parameter. */
  address: z.ZodType
  label: string
}

/** A single or multiple choice among fixed options, or among the options of a source. */
interface ChoiceFilter<Source> extends Base {
  kind: 'one' | 'many'
  /** The text shown if nothing is chosen. */
  none: string
  /** The label of a value, if it is known without the source. */
  word?: (value: string) => string
  from: Source | readonly Choice[]
  /** The title of a failed load, if this screen uses another than the default. */
  failTitle?: string
}

/** Two options, side by side. */
interface EitherFilter extends Base {
  kind: 'either'
  from: readonly Choice<boolean>[]
}

/** Free text, or a search among all people by name. */
interface SearchFilter extends Base {
  kind: 'search' | 'users'
}

/** Free text about another filter's choice: only offered with that choice, and cleared with it. */
interface TypedFilter extends Omit<Base, 'label'> {
  kind: 'typed'
  within: string
  label: (chosen: string) => string
  maxLength: number
}

/** A date range, both days included; the second day is a parameter of its own. */
interface DaysFilter extends Base {
  kind: 'days'
  until: string
  /** Whether dates are written without leading zeros. */
  isShort?: boolean
}

/** A parameter without a control of its own: the end of a range, or a value shown elsewhere on the screen. */
interface BareFilter {
  address: z.ZodType
  kind: 'bare'
}

/** A filter: the schema of its address parameter and its control. */
export type ListFilter<Source extends string = string> =
  | ChoiceFilter<Source>
  | EitherFilter
  | SearchFilter
  | TypedFilter
  | DaysFilter
  | BareFilter

/** The filters of a list by their parameters, in display order. */
export type ListFilters<Source extends string = string> = Readonly<Record<string, ListFilter<Source>>>

/** The filters' part of the address schema. */
export function parametersOf<const Filters extends ListFilters>(
  filters: Filters,
): { -readonly [Name in keyof Filters]: Filters[Name]['address'] }
export function parametersOf(filters: ListFilters): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(filters).map(([name, { address }]) => [name, address]))
}

/** The patch that sets a filter's value and clears the filters that depend on it. */
export function chosenIn(filters: ListFilters, name: string, value: unknown): Record<string, unknown> {
  const inner = Object.entries(filters).filter(([, each]) => each.kind === 'typed' && each.within === name)
  return { ...Object.fromEntries(inner.map(([each]) => [each, undefined])), [name]: value }
}
