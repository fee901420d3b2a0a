import type { ArticleLeaf, Graph, ItemListLeaf, ListItemLeaf, ProductLeaf } from 'schema-dts'
import type { PostContent } from './port.ts'

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
