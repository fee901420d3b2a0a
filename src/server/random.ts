/** A small seeded generator: the sample is the same on every machine, so that people can talk about it. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
}

/** FNV-1a. */
function seedOf(words: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < words.length; index++) {
    hash = Math.imul(hash ^ words.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/**
 * Mulberry32 seeded by a purpose, so that random numbers for one purpose do not depend on those for another.
 */
export function createRandom(purpose: string): Random {
  let state = seedOf(purpose)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('Nothing to pick from')
      return item
    },
    shuffled(items) {
      return items
        .map((item) => ({ item, rank: next() }))
        .sort((left, right) => left.rank - right.rank)
        .map(({ item }) => item)
    },
  }
}
