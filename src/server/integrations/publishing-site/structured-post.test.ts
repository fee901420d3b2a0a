import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { PostContent, PostMarkup, PostOffer, ProductExchange } from './port.ts'
import { plannedExchange } from './product-exchange.ts'
import { structuredPost } from './structured-post.ts'
import { textsOf, writeContent } from './write-content.ts'

/** What Google asks of an offer that is shown with a product: a price is none without its currency. */
const Offer = z.strictObject({
  '@type': z.literal('Offer'),
  url: z.url({ protocol: /^https$/ }),
  price: z.string().regex(/^\d+\.\d\d$/),
  priceCurrency: z.string().regex(/^[A-Z]{3}$/),
})
/** A product needs a name, and an offer, a review or a rating; reviews and ratings of others are not ours to show. */
const Product = z.strictObject({
  '@type': z.literal('Product'),
  name: z.string().min(1),
  sku: z.string().length(10),
  image: z.array(z.url()).min(1).optional(),
  description: z.string().min(1).optional(),
  award: z.string().min(1).optional(),
  offers: Offer,
})
const Entry = z.strictObject({ '@type': z.literal('ListItem'), position: z.number().int().min(1) })
const ItemList = z.strictObject({
  '@type': z.literal('ItemList'),
  name: z.string().min(1),
  numberOfItems: z.number().int(),
  itemListElement: z.array(
    z.union([Entry.extend({ item: Product }), Entry.extend({ name: z.string().min(1) })]),
  ),
})
const Article = z.strictObject({
  '@type': z.literal('Article'),
  headline: z.string().min(1).max(110),
  description: z.string().min(1).optional(),
  author: z.array(z.strictObject({ '@type': z.literal('Person'), name: z.string().min(1) })).min(1),
})
const Described = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.union([z.tuple([Article, ItemList]), z.tuple([Article])]),
})

const content: PostContent = {
  title: 'The best kettles',
  heroImageUrl: null,
  intro: 'They pour.',
  products: [
    {
      asin: 'B0C9TR41XM',
      name: 'Kettle',
      award: 'Best Overall',
      summary: 'Hot.',
      offer: {
        link: 'https://www.amazon.com/dp/B0C9TR41XM?tag=openkitchen-20',
        imageUrl: 'https://pictures.example/kettle.jpg',
        price: { amount: 49.9, currency: 'USD', display: '$49.90', asOf: new Date('2026-11-20T12:00:00Z') },
      },
    },
    { asin: 'B0BVW52K7G', name: 'Pot', award: '', summary: '', offer: null },
    {
      asin: 'B000000001',
      name: 'Pan',
      award: '',
      summary: '',
      offer: { link: 'https://www.amazon.com/dp/B000000001', imageUrl: null, price: null },
    },
  ],
  questions: ['Why?'],
  focusKeyword: 'kettle',
  authorName: 'Ada Reed',
}
const described = (change: Partial<PostContent> = {}) =>
  Described.parse(JSON.parse(structuredPost({ ...content, ...change })))

it('gives search engines the author and the products, in their format', () => {
  const [article, list] = described()['@graph']
  expect(article).toMatchObject({ headline: 'The best kettles', author: [{ name: 'Ada Reed' }] })
  expect(list?.itemListElement).toMatchObject([
    {
      position: 1,
      item: { name: 'Kettle', award: 'Best Overall', offers: { price: '49.90', priceCurrency: 'USD' } },
    },
    { position: 2, name: 'Pot' },
    { position: 3, name: 'Pan' },
  ])
})

it('marks no item without a known price as a product, and shows no ratings', () => {
  const text = structuredPost(content)
  expect(text).not.toMatch(/rating|review/i)
  expect(text.match(/"@type":"Product"/g)).toHaveLength(1)
})

it('fits any content of an article', () => {
  expect(described({ title: 'x'.repeat(200), intro: '', products: [] })['@graph']).toHaveLength(1)
})

describe('what search engines read after a product has taken the place of another', () => {
  const [OLD, NEW, OTHER] = ['B0AAAAAAR1', 'B0AAAAAAR2', 'B0AAAAAAR3']
  const price = { amount: 369, currency: 'USD', display: '$369.00', asOf: new Date('2026-11-23T00:00:00Z') }
  const exchange: ProductExchange = {
    old: { asin: OLD, name: 'Dunlarch V2' },
    by: { asin: NEW, name: 'Glide [M] & Co', price },
    marketplace: 'www.amazon.com',
  }
  const offer = (asin: string, display: string): PostOffer => ({
    link: `https://www.amazon.com/dp/${asin}?tag=desk-20`,
    imageUrl: null,
    price: { ...price, amount: Number(display.slice(1)), display },
  })
  const post = (asin: string, name: string, cost: string, summary = 'It cleans.'): PostMarkup => {
    const other = {
      ...{ asin: OTHER, name: 'Broom', award: '', summary: '' },
      offer: offer(OTHER, '$9.00'),
    }
    const content: PostContent = {
      ...{ title: 'Vacuums', heroImageUrl: null, intro: 'Which one?', questions: [] },
      ...{ focusKeyword: 'vacuums', authorName: 'Ada Reed' },
      products: [other, { asin, name, award: 'Best', summary, offer: offer(asin, cost) }],
    }
    return {
      content: writeContent(textsOf(content)),
      products: JSON.stringify(content.products.map((each) => ({ asin: each.asin, award: each.award }))),
      structured: structuredPost(content),
    }
  }
  const planned = (before: PostMarkup, about = exchange) => plannedExchange(1, before, about)

  it('names the new product with its number, link and price', () => {
    expect(planned(post(OLD, 'Dunlarch V2', '$299.00'))).toMatchObject({
      after: post(NEW, exchange.by.name, '$369.00'),
      leftovers: [],
    })
  })

  it('has no price of the new product if we do not know it', () => {
    const about = { ...exchange, by: { ...exchange.by, price: null } }
    const plan = planned(post(OLD, 'Dunlarch V2', '$299.00'), about)
    const { structured } = 'fault' in plan ? expect.fail(plan.fault) : plan.after
    expect(JSON.parse(structured ?? '')['@graph'][1].itemListElement[1]).toEqual({
      ...{ '@type': 'ListItem', position: 2, name: exchange.by.name },
    })
  })

  it('is reported where it still names the old product', () => {
    expect(planned(post(OLD, 'Dunlarch V2', '$299.00', 'The Dunlarch V2 is loud.'))).toMatchObject({
      leftovers: ['The Dunlarch V2 is loud.', 'For search engines: The Dunlarch V2 is loud.'],
    })
  })
})
