import type { SampleSiteCode } from '../sites.ts'

/** One kind of product with the qualifiers that make sense for it, and only those. */
export interface ProductLine {
  noun: string
  /** Said before the noun: `matte black`. Each goes with each use. */
  kinds: readonly string[]
  /** Said after the noun: `for small kitchens`. */
  uses: readonly string[]
  /** Dollars that buyers name as their limit. */
  prices: readonly number[]
  tags: readonly string[]
}

export interface Topic {
  /** Tags of every keyword of the topic. */
  tags: readonly string[]
  /** The first is the title that covers the topic, the others join now and then. */
  sites: readonly [SampleSiteCode, ...SampleSiteCode[]]
  lines: readonly ProductLine[]
}

const listed = (words: string) => words.split(',').map((word) => word.trim())

/** `kinds`, `uses` and `tags` are lists with commas, which reads faster than brackets and quotes. */
export function line(
  noun: string,
  qualifiers: { kinds: string; uses: string; prices?: readonly number[]; tags?: string },
): ProductLine {
  return {
    noun,
    kinds: listed(qualifiers.kinds),
    uses: listed(qualifiers.uses),
    prices: qualifiers.prices ?? [],
    tags: qualifiers.tags === undefined ? [] : listed(qualifiers.tags),
  }
}
