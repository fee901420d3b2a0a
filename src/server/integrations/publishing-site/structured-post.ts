import type { PostContent } from './port.ts'

const HEADLINE_MAXIMUM = 110

/**
 * A product that is named with its price is an offer that search engines may show; without one they would call it
 * incomplete, so that it is an entry of the list and no more. What buyers elsewhere have rated is not ours to show.
 */
function entryOf({ asin, name, award, summary, offer }: PostContent['products'][number], at: number) {
  const entry = { '@type': 'ListItem', position: at + 1 }
  if (!offer?.price) return { ...entry, name }
  const { link, imageUrl, price } = offer
  return {
    ...entry,
    item: {
      '@type': 'Product',
      name,
      sku: asin,
      ...(imageUrl === null ? {} : { image: [imageUrl] }),
      ...(summary === '' ? {} : { description: summary }),
      ...(award === '' ? {} : { award }),
      offers: {
        '@type': 'Offer',
        url: link,
        price: price.amount.toFixed(2),
        priceCurrency: price.currency,
      },
    },
  }
}

/**
 * What a post says of itself to search engines, as JSON-LD: who wrote what about which products. When it was published
 * and changed, and its picture, the site itself knows best.
 */
export function structuredPost({ title, intro, authorName, products }: PostContent): string {
  const article = {
    '@type': 'Article',
    headline: title.slice(0, HEADLINE_MAXIMUM).toWellFormed(),
    ...(intro === '' ? {} : { description: intro }),
    author: [{ '@type': 'Person', name: authorName }],
  }
  const list = {
    '@type': 'ItemList',
    name: title,
    numberOfItems: products.length,
    itemListElement: products.map(entryOf),
  }
  const graph = products.length === 0 ? [article] : [article, list]
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
}
