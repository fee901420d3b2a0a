/** Enough for what is asked again within a day or two. */
const MOST_KEPT = 10_000

/** What is made once for each key; of very many keys, it is forgotten and made anew. */
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
