/** Whose change of a field is used. */
export type MergeSide = 'mine' | 'theirs'
export type Name<Values> = keyof Values & string

const withoutKeys = (name: string, value: unknown) => (name === 'key' ? undefined : value)

/** Whether two values are equal, ignoring the `key` that identifies rows while they are reordered. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    JSON.stringify(one, withoutKeys) === JSON.stringify(other, withoutKeys))

/** The field names of a form; its initial values have all of them. */
export function namesOf<Values extends object>(values: Values): Name<Values>[] {
  // The object was created by the form itself, so it has no other keys.
  return Object.keys(values) as Name<Values>[]
}

export interface Merged<Values> {
  values: Values
  /** Fields that only the others changed; `values` has their changes. */
  taken: readonly Name<Values>[]
  /** Fields that both sides changed differently; `values` has the version typed here. */
  divided: readonly Name<Values>[]
}

/** Merges both sides' versions of a field into one value, if that is possible without asking. */
export type Mergers<Values> = {
  readonly [Field in keyof Values]?: (
    base: Values[Field],
    mine: Values[Field],
    theirs: Values[Field],
  ) => Values[Field]
}

/** A three-way merge: a change by one side is used, and fields that both sides changed need a choice. */
export function merge<Values extends object>(
  base: Values,
  mine: Values,
  theirs: Values,
  mergers: Mergers<Values> = {},
): Merged<Values> {
  const values = { ...mine }
  const taken: Name<Values>[] = []
  const divided: Name<Values>[] = []
  const settle = <Field extends Name<Values>>(name: Field) => {
    if (isSame(theirs[name], mine[name]) || isSame(base[name], theirs[name])) return
    const merger = mergers[name]
    if (isSame(base[name], mine[name])) {
      values[name] = theirs[name]
      taken.push(name)
    } else if (merger) values[name] = merger(base[name], mine[name], theirs[name])
    else divided.push(name)
  }
  for (const name of namesOf(mine)) settle(name)
  return { values, taken, divided }
}
