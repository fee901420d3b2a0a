import { expect, test } from 'vitest'
import { likenessOf } from '#shared/features/products/products/rules.ts'
import { dayOf, offerOf } from '../integrations/product-catalog/day-trade.ts'
import { type SampleArticle, sampleArticles } from './articles.ts'
import { sampleGoods } from './goods.ts'
import { LINES, TOPICS } from './topics.ts'

const goods = sampleGoods()
const byAsin = new Map(goods.map((good) => [good.asin, good]))

test('the stand-in marketplace sells more than 600 products, each one once, and the same ones everywhere', () => {
  expect(goods.length).toBeGreaterThanOrEqual(600)
  expect(byAsin.size).toBe(goods.length)
  expect(new Set(goods.map(({ title }) => title)).size).toBe(goods.length)
  for (const { asin } of goods) expect(asin).toMatch(/^B0[A-Z0-9]{8}$/)
  expect(sampleGoods()).toEqual(goods)
})

test('every product that the sample’s articles recommend is sold under its name', () => {
  const recommended = sampleArticles(new Date('2026-11-20T15:00:00Z')).flatMap(({ products }) => products)
  const named = recommended.filter(({ name }) => name !== '')
  expect(named.length).toBeGreaterThan(100)
  for (const { asin, name } of named) expect(byAsin.get(asin)?.title, name).toBe(name)
})

/** Price of each product of an article on each of ninety days in stock, in whole dollars. */
function pricesOf({ products }: SampleArticle): Map<string, number>[] {
  return Array.from({ length: 90 }, (_, back) => {
    const day = dayOf(new Date('2026-11-20T15:00:00Z')) - back
    const offers = products.map(({ asin, award }) => {
      const good = byAsin.get(asin)
      return [award, good === undefined ? undefined : offerOf(good, day).price?.amount] as const
    })
    return new Map(offers.flatMap(([award, price]) => (price === undefined ? [] : [[award, price]])))
  })
}

test('a product is the best value where it costs least, and under a price where it costs less, on every day [U16]', () => {
  let judged = 0
  for (const article of sampleArticles(new Date('2026-11-20T15:00:00Z'))) {
    // Its award was taken back for this very reason.
    const isOverpriced = article.returns.some(({ reason }) => reason.includes('has gone above $200'))
    for (const prices of pricesOf(article)) {
      for (const [award, price] of prices) {
        const others = [...prices].filter(([other]) => other !== award).map(([, each]) => each)
        if (/^Best (Value|Budget)$/.test(award) && others.length > 0) {
          expect(price, `${award} in “${article.title}”`).toBeLessThan(Math.min(...others))
          judged++
        }
        const limit = Number(
          /Under \$(\d+)/.exec(award)?.[1] ?? /Under \$(\d+)/.exec(article.title)?.[1] ?? 'NaN',
        )
        if (limit > 0 && !isOverpriced) {
          expect(price, `${award} in “${article.title}”`).toBeLessThan(limit)
          judged++
        }
      }
    }
  }
  expect(judged).toBeGreaterThan(1000)
})

test('the products of an article are pictured differently, in more than their colour [U16]', () => {
  for (const { title, products } of sampleArticles(new Date('2026-11-20T15:00:00Z'))) {
    const pictures = products.flatMap(({ asin }) => byAsin.get(asin)?.imageUrl ?? [])
    const shots = pictures.map((address) => address.replace(/^.*-([a-z]+)\.jpg$/, '$1'))
    const colours = pictures.map((address) => address.split('-')[1])
    expect(new Set(shots).size, title).toBe(pictures.length)
    expect(new Set(colours).size, title).toBe(pictures.length)
  }
})

test('every topic and product line has goods', () => {
  const lines = TOPICS.flatMap((topic) => topic.lines.map(({ noun }) => noun.toLowerCase()))
  const filed = new Set(goods.map(({ categories }) => categories.at(-1)?.toLowerCase()))
  expect(lines.filter((noun) => !filed.has(noun))).toEqual([])
})

test('each product has all fields of a product page, and believable numbers', () => {
  for (const { title, categories, features, info, listPrice, rating, reviewCount, outOfStockDays } of goods) {
    expect(title.length, title).toBeLessThanOrEqual(120)
    expect(categories.length, title).toBeGreaterThanOrEqual(3)
    expect(features.length, title).toBeGreaterThanOrEqual(4)
    expect(new Set(features).size, title).toBe(features.length)
    expect(Object.keys(info).length, title).toBeGreaterThanOrEqual(4)
    expect(listPrice, title).toBeGreaterThanOrEqual(700)
    expect(listPrice, title).toBeLessThanOrEqual(60_000)
    expect(rating, title).toBeGreaterThanOrEqual(31)
    expect(rating, title).toBeLessThanOrEqual(49)
    expect(reviewCount, title).toBeGreaterThan(0)
    expect(outOfStockDays, title).toBeLessThanOrEqual(100)
  }
  expect(goods.filter(({ imageUrl }) => imageUrl === null).length).toBeGreaterThan(0)
  expect(goods.filter(({ imageUrl }) => imageUrl === null).length).toBeLessThan(goods.length / 20)
})

test('a product is pictured as itself, or as a carton where no motif shows it', () => {
  expect(LINES.get('gooseneck kettle')?.line.picture).toBe('kettle')
  expect(LINES.get('board games')?.line.picture).toBe('carton')
})

test('no sample article is accused of naming another product, and goods of two topics are kept apart [U1]', () => {
  const articles = sampleArticles(new Date('2026-11-20T15:00:00Z'))
  for (const { asin, name } of articles.flatMap(({ products }) => products)) {
    const good = byAsin.get(asin)
    if (good && name !== '') expect(likenessOf(name, good), name).toBe('same')
  }
  const some = goods.filter((_, index) => index % 9 === 0)
  const strangers = some.flatMap((left) =>
    some
      .filter(({ brand, categories }) => brand !== left.brand && categories[1] !== left.categories[1])
      .map((right) => likenessOf(left.title, right)),
  )
  expect(strangers.filter((likeness) => likeness === 'other').length).toBeGreaterThan(strangers.length * 0.95)
})
