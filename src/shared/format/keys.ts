/** The names of a record's own entries, typed as such: only for records that hold nothing besides what their type says. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  Object.keys(record).filter((key): key is keyof T & string => key in record)

/** Is this value one of a closed list? */
export const isOneOf = <const T>(list: readonly T[], value: unknown): value is T =>
  list.some((each) => each === value)
