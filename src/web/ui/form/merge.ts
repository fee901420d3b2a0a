/** Whose change of a field counts. */
export type MergeSide = 'mine' | 'theirs'
export type Name<Values> = keyof Values & string

const withoutKeys = (name: string, value: unknown) => (name === 'key' ? undefined : value)

/** Do two values say the same? The `key` by which rows are told apart while they are moved says nothing. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' &&
    typeof other === 'object' &&
    JSON.stringify(one, withoutKeys) === JSON.stringify(other, withoutKeys))

/** The fields of a form; its start names every one of them. */
export function namesOf<Values extends object>(values: Values): Name<Values>[] {
  // An object that was written out by the form itself has no other keys.
  return Object.keys(values) as Name<Values>[]
}

export interface Merged<Values> {
  values: Values
  /** Fields that only the others changed; they are in `values`. */
  taken: readonly Name<Values>[]
  /** Fields that both changed, and differently; in `values` they are as they were typed here. */
  divided: readonly Name<Values>[]
}

/** Makes one value of what both sides have made of the same field, where that can be done without asking. */
export type Mergers<Values> = {
  readonly [Field in keyof Values]?: (
    base: Values[Field],
    mine: Values[Field],
    theirs: Values[Field],
  ) => Values[Field]
}

/** Three versions of a record become one: what only one side changed keeps that change, what both changed is asked. */
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
