/** Enough for keys that recur within a day or two. */
const MOST_KEPT = 10_000

/** Memoizes `make` by key. When there are too many keys, the cache is cleared. */
export function remembered<Args extends readonly unknown[], Value>(
  make: (key: string, ...args: Args) => Value,
  mostKept = MOST_KEPT,
): (key: string, ...args: Args) => Value {
  const known = new Map<string, Value>()
  return (key, ...args) => {
    const told = known.get(key)
    if (told !== undefined) return told
    const value = make(key, ...args)
    if (known.size >= mostKept) known.clear()
    known.set(key, value)
    return value
  }
}
