import { z } from 'zod'
import type { catalogGoods } from '#server/db/schema/catalog.ts'
import { createRandom, type Random } from '../random.ts'
import { inventedAsin } from './asin.ts'
import { amount, namedIn, words } from './cells.ts'
import { SHOTS, type Shot } from './pictures/draw.ts'
import { Motif, type MotifName } from './pictures/motif.ts'
import { type PaletteName, SCENE_PALETTES } from './pictures/palette.ts'
import { found } from './rows.ts'
import { LINES, type ProductLine, TOPICS, type Topic } from './topics.ts'
import { readTable } from './words.ts'

export type SampleGood = typeof catalogGoods.$inferInsert

const PER_LINE = 4
const SERIES = (await readTable('catalog/series.csv', z.strictObject({ series: words }))).map(
  ({ series }) => series,
)
const Recommended = z.strictObject({
  name: words,
  brand: words,
  line: namedIn('catalog/lines.csv', LINES.keys()),
  /** Dollars, as the articles speak of it. */
  price: amount,
  picture: Motif,
  /** Discontinued products are marked; for the others the stock is random. */
  stock: z.literal(['gone', '']),
})
/** What the sample's articles recommend, under the names that their authors use. */
export const RECOMMENDED = await readTable('catalog/recommended.csv', Recommended)
/** Dollars, for lines whose buyers name no limit. */
const USUAL_PRICE = 25
// The keys of the object, which TypeScript only knows as strings.
const COLOURS = Object.keys(SCENE_PALETTES) as PaletteName[]

/** Step through the colours that visits each of them before one repeats. */
const COLOUR_STEP = 5

const shotAt = (index: number): Shot => SHOTS[index % SHOTS.length] ?? 'plain'

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const titled = (words: string) => words.split(' ').map(capitalised).join(' ')

interface Draft {
  name: string
  brand: string
  line: ProductLine
  topic: Topic
  picture: MotifName
  colour: PaletteName
  shot: Shot
  use: string
  /** Dollars, where articles speak of it. */
  price?: number
  /** It is sold out for good. */
  isGone?: boolean
  random: Random
}

/** A typical price in cents, ending like shop prices. */
function listPriceOf({ prices }: ProductLine, random: Random): number {
  const limit = random.pick(prices.length === 0 ? [USUAL_PRICE] : prices)
  const dollars = Math.max(8, Math.round(limit * (0.55 + random.next() * 0.65)))
  return dollars * 100 - random.pick([1, 1, 5, 51])
}

function detailsOf({ name, brand, topic, colour, use, random }: Draft) {
  const options = topic.details.map(({ label, values }) => [label, random.pick(values)])
  return {
    features: [
      `${capitalised(use.replace(/^for /, 'made for '))}`,
      ...random.shuffled(topic.features).slice(0, random.between(3, 4)),
    ],
    info: Object.fromEntries([
      ['Brand', brand],
      ['Color', titled(colour)],
      ...options,
      ['Model number', `${brand.slice(0, 2).toUpperCase()}-${inventedAsin(`model ${name}`).slice(4, 8)}`],
    ]) as Record<string, string>,
  }
}

/** On as many days of a hundred something cannot be bought that is gone for good. */
const GONE = 100

/** Most are nearly always there, some sell out often, one in eighty is gone for good. */
function outOfStockDaysOf(random: Random, isGone = false): number {
  if (random.chance(1 / 80)) return GONE
  const days = random.chance(0.15) ? random.between(12, 35) : random.between(0, 5)
  return isGone ? GONE : days
}

function goodOf(draft: Draft): SampleGood {
  const { name, brand, line, topic, picture, colour, shot, price, isGone, random } = draft
  const usual = listPriceOf(line, random)
  return {
    asin: inventedAsin(name),
    title: name,
    brand,
    categories: [...topic.categories, titled(line.noun)],
    ...detailsOf(draft),
    // Drawn on first request. Some products have no picture, as in a real marketplace.
    imageUrl: random.chance(0.02)
      ? null
      : `/catalog/${picture}-${colour}-${random.between(0, 5)}-${shot}.jpg`,
    listPrice: price === undefined ? usual : Math.round(price * 100),
    outOfStockDays: outOfStockDaysOf(random, isGone),
    rating: Math.min(49, Math.max(31, Math.round(43 + (random.next() + random.next() - 1) * 10))),
    reviewCount: Math.round(12 * Math.exp(random.next() * 7.2)),
  }
}

function recommendedGoods(): SampleGood[] {
  return RECOMMENDED.map(({ name, brand, line: noun, price, picture, stock }, index) => {
    const { line, topic } = found(LINES, noun)
    const random = createRandom(`good ${name}`)
    // Neighbours in the table are neighbours in an article.
    const colour = COLOURS[(index * COLOUR_STEP) % COLOURS.length] ?? random.pick(COLOURS)
    const shot = shotAt(index)
    const use = random.pick(line.uses)
    const isGone = stock === 'gone'
    return goodOf({ name, brand, line, topic, picture, colour, shot, use, price, isGone, random })
  })
}

/** Some of every product line, each of another kind. */
function otherGoods(line: ProductLine, topic: Topic): SampleGood[] {
  const random = createRandom(`goods ${line.noun}`)
  const brands = random.shuffled(topic.brands)
  const series = random.shuffled(SERIES)
  const kinds = random.shuffled(line.kinds)
  const first = createRandom(`shots ${line.noun}`).between(0, SHOTS.length - 1)
  return Array.from({ length: PER_LINE }, (_, index) => {
    const brand = brands[index % brands.length] ?? ''
    const kind = kinds[index % kinds.length] ?? ''
    const number = random.chance(0.4) ? ` ${random.between(2, 90)}` : ''
    const colour = random.pick(COLOURS)
    const end = random.chance(0.6) ? `, ${titled(colour)}` : ''
    const shot = shotAt(index + first)
    const name = `${brand} ${series[index]}${number} ${titled(kind)} ${titled(line.noun)}${end}`
    const use = random.pick(line.uses)
    return goodOf({ name, brand, line, topic, picture: line.picture, colour, shot, use, random })
  })
}

/** All products of the built-in marketplace; the same on every machine. */
export function sampleGoods(): SampleGood[] {
  const goods = [
    ...recommendedGoods(),
    ...TOPICS.flatMap((topic) => topic.lines.flatMap((line) => otherGoods(line, topic))),
  ]
  return [...new Map(goods.map((good) => [good.asin, good])).values()]
}
