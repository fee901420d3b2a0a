import { isDeepStrictEqual } from 'node:util'
import type { ArticleLeaf, Graph, ItemListLeaf, ListItemLeaf, ProductLeaf } from 'schema-dts'
import { z } from 'zod'
import { readJson } from '../../read-json.ts'
import type { PostContent, ProductExchange } from './port.ts'

const HEADLINE_MAXIMUM = 110

/**
 * A product that is named with its price is an offer that search engines may show; without one they would call it
 * incomplete, so that it is an entry of the list and no more. What buyers elsewhere have rated is not ours to show.
 */
function entryOf(
  { asin, name, award, summary, offer }: PostContent['products'][number],
  at: number,
): ListItemLeaf {
  const position = at + 1
  if (!offer?.price) return { '@type': 'ListItem', position, name }
  const { link, imageUrl, price } = offer
  const item: ProductLeaf = {
    '@type': 'Product',
    name,
    sku: asin,
    image: imageUrl === null ? undefined : [imageUrl],
    description: summary,
    award,
    offers: {
      '@type': 'Offer',
      url: link,
      price: price.amount.toFixed(2),
      priceCurrency: price.currency,
    },
  }
  return { '@type': 'ListItem', position, item }
}

/** Omits empty texts. */
const said = (_: string, value: unknown) => (value === '' ? undefined : value)

/** The same as it is stored. `at` counts from 0. */
export const structuredEntry = (product: PostContent['products'][number], at: number): unknown =>
  JSON.parse(JSON.stringify(entryOf(product, at), said))

/**
 * A post's structured data as JSON-LD: author, subject and products. Dates and picture are left to the site.
 * The types are those of the vocabulary, so that terms that schema.org lacks or uses differently fail to
 * compile.
 */
export function structuredPost({ title, intro, authorName, products }: PostContent): string {
  const article: ArticleLeaf = {
    '@type': 'Article',
    headline: title.slice(0, HEADLINE_MAXIMUM).toWellFormed(),
    description: intro,
    author: [{ '@type': 'Person', name: authorName }],
  }
  const list: ItemListLeaf = {
    '@type': 'ItemList',
    name: title,
    numberOfItems: products.length,
    itemListElement: products.map(entryOf),
  }
  const described: Graph = {
    '@context': 'https://schema.org',
    '@graph': products.length === 0 ? [article] : [article, list],
  }
  return JSON.stringify(described, said)
}

const Item = z.looseObject({
  name: z.string().optional(),
  sku: z.string().optional(),
  award: z.string().optional(),
  description: z.string().optional(),
  image: z.array(z.string()).optional(),
  offers: z.looseObject({ url: z.string().optional() }).optional(),
})
const Entry = z.looseObject({ name: z.string().optional(), item: Item.optional() })
/** An entry of the list of products as it is stored. */
export type StructuredEntry = z.infer<typeof Entry>
const Described = z.looseObject({
  '@graph': z.array(z.looseObject({ '@type': z.unknown(), itemListElement: z.array(Entry).optional() })),
})

const isEntry = (value: unknown): value is StructuredEntry => Entry.safeParse(value).success
const isDescribed = (value: unknown): value is z.infer<typeof Described> => Described.safeParse(value).success

/** Structured data with rewritten entries. Unchanged, letter by letter, if it is not ours or no entry changes. */
export function withEntries(
  structured: string | null,
  write: (entry: StructuredEntry, at: number) => unknown,
): string | null {
  if (structured === null || structured === '') return structured
  // Not parsed with a schema, because that would change the order of the keys.
  const described = readJson(structured)
  if (!isDescribed(described)) return structured
  let isNews = false
  for (const { itemListElement: entries } of described['@graph'])
    entries?.forEach((entry, at) => {
      const fresh = write(entry, at)
      if (!isEntry(fresh) || isDeepStrictEqual(fresh, entry)) return
      isNews = true
      entries[at] = fresh
    })
  return isNews ? JSON.stringify(described) : structured
}

/** Structured data with one product in place of another, with its price and picture. */
export const exchangedEntries = (
  structured: string | null,
  { old, by }: ProductExchange,
  names: readonly string[],
): string | null =>
  withEntries(structured, (entry, at) => {
    const { name, item = {} } = entry
    const isOld = item.sku === undefined ? names.includes(item.name ?? name ?? '') : item.sku === old.asin
    if (!isOld) return entry
    const link = item.offers?.url?.replace(new RegExp(old.asin, 'gi'), by.asin)
    const offer = link === undefined ? null : { link, imageUrl: by.imageUrl ?? null, price: by.price }
    const texts = { award: item.award ?? '', summary: item.description ?? '' }
    return structuredEntry({ ...texts, asin: by.asin, name: by.name, offer }, at)
  })
