import { expect, test } from 'vitest'
import { likenessOf } from '#shared/features/products/rules.ts'
import { sampleArticles } from './articles.ts'
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

test('every topic and product line has goods', () => {
  const lines = TOPICS.flatMap((topic) => topic.lines.map(({ noun }) => noun.toLowerCase()))
  const filed = new Set(goods.map(({ categories }) => categories.at(-1)?.toLowerCase()))
  expect(lines.filter((noun) => !filed.has(noun))).toEqual([])
})

test('each product has what a product page shows, and believable numbers', () => {
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

test('no sample article is accused of naming another product, and goods of two topics are told apart [U1]', () => {
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
