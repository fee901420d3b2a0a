/** PostgreSQL takes 65,535 parameters per statement; the widest row here has eight. */
const ROWS_PER_INSERT = 2000

export function slices<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, index) =>
    rows.slice(index * ROWS_PER_INSERT, (index + 1) * ROWS_PER_INSERT),
  )
}

export function found<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new RangeError(`The sample refers to ${String(key)}, which it does not have`)
  return value
}
