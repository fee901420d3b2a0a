import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import type { DemandModel } from '#server/db/schema/market.ts'
import { BUILT_IN_MARKET, withScores } from '#server/integrations/keyword-market/built-in.ts'
import {
  figuresOf,
  inventedCompetition,
  yearOf,
} from '#server/integrations/keyword-market/invented-demand.ts'
import {
  type NewMarketKeyword,
  saveMarketKeywords,
} from '#server/integrations/keyword-market/keyword-store.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { demandDigits, MARKETS, seasonalityOf } from '#shared/features/keywords/opportunities/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { createRandom, type Random } from '../random.ts'
import { amount, namedIn } from './cells.ts'
import { sampleGoods } from './goods.ts'
import { found } from './rows.ts'
import { LINES, type ProductLine, TOPICS, type Topic } from './topics.ts'
import { readTable } from './words.ts'

const TOPIC_NAMES = TOPICS.map(({ name }) => name)
const SeasonRow = z.strictObject({
  /** A topic, or a product line where it has another season than its topic. */
  name: namedIn('catalog/topics.csv or catalog/lines.csv', [...TOPIC_NAMES, ...LINES.keys()]),
  /** The ISO week in which most is searched for. */
  peak: amount.pipe(z.number().int().min(1).max(52)),
  /** Height of the peak above the rest: 2 is three times as much. */
  strength: amount,
  /** Weeks from the peak until three fifths of its rise are gone. */
  width: amount.pipe(z.number().min(1)),
})
const SEASONS = new Map((await readTable('catalog/seasons.csv', SeasonRow)).map((row) => [row.name, row]))

/** Brands of a line that buyers ask for by their name. */
const SOUGHT_BRANDS = 2
const MOST_ASINS = 10
interface Search {
  words: string
  topic: Topic
  line: ProductLine
  isTopBrand: boolean
}

function searchesOf(topic: Topic, line: ProductLine): Search[] {
  const { noun, kinds, uses, prices } = line
  const random = createRandom(`searches ${noun}`)
  const plain = [
    noun,
    `best ${noun}`,
    ...kinds.map((kind) => `${kind} ${noun}`),
    ...uses.map((use) => `${noun} ${use}`),
    ...prices.map((price) => `${noun} under ${price}`),
  ]
  const brands = random.shuffled(topic.brands).slice(0, SOUGHT_BRANDS)
  return [
    ...plain.map((words) => ({ words, topic, line, isTopBrand: false })),
    ...brands.map((brand) => ({
      words: `${brand.toLowerCase()} ${noun}`,
      topic,
      line,
      isTopBrand: true,
    })),
  ]
}

function modelOf({ words, topic, line }: Search, random: Random, lineSize: number): DemandModel {
  const { peak, strength, width } = SEASONS.get(line.noun) ?? found(SEASONS, topic.name)
  const extra = words.split(' ').length - line.noun.split(' ').length
  const usual = line.prices.length === 0 ? 25 : random.pick(line.prices)
  return {
    base: Math.max(12, Math.round(lineSize * 0.52 ** Math.max(0, extra) * (0.6 + random.next() * 0.9))),
    growth: Math.round((random.next() * 0.7 - 0.25) * 100) / 100,
    peak: Math.min(52, Math.max(1, peak + random.between(-1, 1))),
    strength: Math.round(strength * (0.8 + random.next() * 0.4) * 100) / 100,
    width,
    unitsPerHundred: Math.round((3 + random.next() * 11) * 10) / 10,
    price: Math.max(8, Math.round(usual * (0.55 + random.next() * 0.6))) * 100 - 1,
  }
}

/** What the goods of a line are filed under. */
const shelfOf = (noun: string) => noun.toLowerCase()

function asinsByShelf(): Map<string, string[]> {
  const shelves = Map.groupBy(sampleGoods(), ({ categories }) => shelfOf(categories.at(-1) ?? ''))
  return new Map(
    [...shelves].map(([shelf, goods]) => [shelf, goods.map(({ asin }) => asin).slice(0, MOST_ASINS)]),
  )
}

type Searched = Pick<
  NewMarketKeyword,
  'name' | 'identity' | 'category' | 'seasonality' | 'peakWeek' | 'demand' | 'isTopBrand' | 'asins' | 'model'
>

/** Everything that is searched for, and the season that it has everywhere. */
function allSearches(): (Searched & { model: DemandModel })[] {
  const asins = asinsByShelf()
  const searches = TOPICS.flatMap((topic) =>
    topic.lines.flatMap((line) => {
      const lineSize = 400 * Math.exp(createRandom(`size ${line.noun}`).next() * 3.6)
      return searchesOf(topic, line).map((search) => ({ search, lineSize }))
    }),
  )
  const rows = searches.map(({ search, lineSize }) => {
    const { words, topic, line, isTopBrand } = search
    const model = modelOf(search, createRandom(`demand ${words}`), lineSize)
    const year = yearOf(model)
    const season = seasonalityOf(year)
    return {
      name: words,
      identity: keywordIdentity(words),
      category: topic.categories[0] ?? '',
      seasonality: season?.classification ?? null,
      peakWeek: season?.peakWeek ?? null,
      demand: demandDigits(year),
      isTopBrand,
      asins: asins.get(shelfOf(line.noun)) ?? [],
      model,
    }
  })
  return [...new Map(rows.map((row) => [row.identity, row])).values()]
}

/** The seasons of everything that is searched for, by identity. */
export const searchSeasons = () =>
  new Map(
    allSearches().map(({ identity, seasonality = null, peakWeek = null }) => [
      identity,
      { seasonality, peakWeek },
    ]),
  )

/** The built-in market of these countries at this moment; the same on every machine. */
export function sampleMarket(now: Date, countries = keysOf(MARKETS)): NewMarketKeyword[] {
  const searches = allSearches()
  return countries.flatMap((country) =>
    withScores(
      searches.map((search) => ({
        ...search,
        source: BUILT_IN_MARKET,
        country,
        ...figuresOf({ ...search, country }, now),
        competition: inventedCompetition({ identity: search.identity, country }),
        readAt: now,
        detailedAt: now,
      })),
    ),
  )
}

export const insertMarket = (db: Db, now: Date, countries = keysOf(MARKETS)) =>
  saveMarketKeywords(db, sampleMarket(now, countries))
