import { z } from 'zod'
import { amount, listed, namedIn, words } from './cells.ts'
import { Motif } from './pictures/motif.ts'
import { SampleCode } from './site-codes.ts'
import { readTable } from './words.ts'

const several = listed.refine((cells) => cells.length > 0, 'must not be empty')

const TopicRow = z.strictObject({
  topic: words,
  /** Tags of every keyword of the topic. */
  tags: several,
  /** The first is the title that covers the topic, the others join now and then. */
  sites: listed.pipe(z.tuple([SampleCode], SampleCode)),
  /** Where a marketplace files its goods, broadest first; the product line comes last. */
  categories: several,
  /** Who makes its goods. */
  brands: several,
})
const rows = await readTable('catalog/topics.csv', TopicRow)
const topic = namedIn(
  'catalog/topics.csv',
  rows.map((row) => row.topic),
)

/** One kind of product with the qualifiers that make sense for it, and only those. */
const LineRow = z
  .strictObject({
    topic,
    line: words,
    /** Said before the noun: `matte black`. Each goes with each use. */
    kinds: several,
    /** Said after the noun: `for small kitchens`. */
    uses: several,
    /** Dollars that buyers name as their limit. */
    prices: listed.pipe(z.array(amount)),
    tags: listed,
    /** A wrong picture would be worse than the carton of all that have none. */
    picture: Motif,
  })
  .transform(({ line, ...row }) => ({ ...row, noun: line }))
const lines = await readTable('catalog/lines.csv', LineRow)

/** Product features by topic. */
const features = await readTable('catalog/features.csv', z.strictObject({ topic, feature: words }))
/** What a product page lists of them, and the values that it takes. */
const DetailRow = z.strictObject({ topic, label: words, values: several })
const details = await readTable('catalog/details.csv', DetailRow)

export type ProductLine = z.infer<typeof LineRow>

export type Topic = Omit<z.infer<typeof TopicRow>, 'topic'> & {
  name: string
  lines: readonly ProductLine[]
  features: readonly string[]
  details: readonly z.infer<typeof DetailRow>[]
}

/** Everything that the publisher writes about. */
export const TOPICS: readonly Topic[] = rows.map(({ topic: name, ...row }) => {
  const ofTopic = (other: { topic: string }) => other.topic === name
  return {
    name,
    ...row,
    lines: lines.filter(ofTopic),
    features: features.filter(ofTopic).map(({ feature }) => feature),
    details: details.filter(ofTopic),
  }
})

/** Each product line with its topic, by its noun. */
export const LINES: ReadonlyMap<string, { line: ProductLine; topic: Topic }> = new Map(
  TOPICS.flatMap((topic) => topic.lines.map((line) => [line.noun, { line, topic }] as const)),
)
