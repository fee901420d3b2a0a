import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import {
  type Country,
  MARKETS,
  marketScores,
  mondayOf,
} from '#shared/features/keywords/opportunities/rules.ts'
import { counted } from '#shared/format/count.ts'
import { keysOf } from '#shared/format/keys.ts'
import { nearestSearch, relevanceOf } from '#shared/format/relevance.ts'
import type { Db } from '../../db/connect.ts'
import { dayOf } from '../product-catalog/day-trade.ts'
import { countGoods, findGoods, findRatedGoods } from '../product-catalog/goods-store.ts'
import { createMarketFiles } from './file-store.ts'
import { demandWeeksOf, figuresOf, lastWholeWeek, mondayOfWeek, yearOf } from './invented-demand.ts'
import { marketProductOf } from './invented-product.ts'
import * as store from './keyword-store.ts'
import type { HistoryKind, KeywordMarket, MarketProduct, ProductQuestion, WeekValue } from './port.ts'
import * as imported from './product-store.ts'
import { spreadMarket } from './spread-store.ts'

export const BUILT_IN_MARKET = 'built-in'

interface BuiltInMarketDeps {
  db: Db
  clock: () => Date
  /** SQL condition for whether a keyword is in our own list. */
  isOurs: store.IsOurs
}

/** Adds the scores, which depend on all rows of the same country. */
export function withScores<Row extends store.NewMarketKeyword>(rows: readonly Row[]): Row[] {
  const ranked = rows.map(({ volume, monthlyTrend = null, competition = null, seasonality = null }) => ({
    volume,
    monthlyTrend,
    competition,
    seasonality,
  }))
  const scores = marketScores(ranked)
  return rows.map((row, at) => ({ ...row, score: scores[at] ?? 0 }))
}

type SortValue = string | number | null

const SORTED_BY: Readonly<Record<ProductQuestion['sort'], (product: MarketProduct) => SortValue>> = {
  name: ({ name }) => name.toLowerCase(),
  price: ({ price }) => price,
  nReviews: ({ reviews }) => reviews,
  nSellers: ({ sellers }) => sellers,
  estimatedSales: ({ sales }) => sales,
  estRevenue: ({ revenue }) => revenue,
}

function compare(one: SortValue, other: SortValue): number {
  if (one === other) return 0
  // Unknown values come last in both directions.
  if (one === null || other === null) return 0
  return one < other ? -1 : 1
}

/**
 * Products that the search names come first, then those of which it names only the brand; within each,
 * unknown values last.
 */
function inOrder(
  products: readonly MarketProduct[],
  { words, sort, order }: ProductQuestion,
): MarketProduct[] {
  const of = SORTED_BY[sort]
  const sign = order === 'asc' ? 1 : -1
  const isBrandOnly = (product: MarketProduct) => relevanceOf(product, words) === 'brand'
  return products.toSorted((one, other) => {
    const brandOnly = Number(isBrandOnly(one)) - Number(isBrandOnly(other))
    const unknown = Number(of(one) === null) - Number(of(other) === null)
    return brandOnly || unknown || sign * compare(of(one), of(other)) || (one.asin < other.asin ? -1 : 1)
  })
}

/** Imported products, and generated ones that no file describes. */
function joined(products: readonly MarketProduct[], invented: readonly MarketProduct[]): MarketProduct[] {
  const known = new Set(products.map(({ asin }) => asin))
  return [...products, ...invented.filter(({ asin }) => !known.has(asin))]
}

/** A page of products that match a search. */
async function findSearched(db: Db, question: ProductQuestion, now: Date) {
  const { ratingMin, reviewsMin, country, words, showUnavailable, page, perPage } = question
  const least = { rating: ratingMin, reviews: reviewsMin }
  const [products, goods] = await Promise.all([
    imported.findRatedProducts(db, country, least),
    findRatedGoods(db, least),
  ])
  const invented = goods.map((good) => marketProductOf(good, country, dayOf(now)))
  const offered = joined(products, invented).filter(
    (product) => showUnavailable || product.isAvailable !== false,
  )
  const found = offered.filter((product) => relevanceOf(product, words) !== null)
  const shown = inOrder(found, question).slice((page - 1) * perPage, page * perPage)
  const nearest = found.length === 0 ? nearestSearch(words, offered) : null
  return { products: shown, totalCount: found.length, nearest }
}

function detailOf({ keywords, goods, products }: Record<'keywords' | 'goods' | 'products', number>): string {
  if (goods > 0) return `${counted(keywords)} invented searches, ${counted(goods)} invented products`
  if (keywords === 0 && products === 0) return 'No market is connected.'
  return `${counted(keywords)} imported keywords, ${counted(products)} imported products`
}

async function checkOf(db: Db) {
  const [keywords, goods, products] = await Promise.all([
    store.countMarketKeywords(db, BUILT_IN_MARKET),
    countGoods(db),
    imported.countProducts(db),
  ])
  return { adapter: BUILT_IN_MARKET, ok: true, detail: detailOf({ keywords, goods, products }) }
}

/** A market with generated searches and products but real seasons; works without a network. */
export function createBuiltInMarket({ db, clock, isOurs }: BuiltInMarketDeps): KeywordMarket {
  const source = BUILT_IN_MARKET
  const find = (name: string, country: Country) =>
    store.findMarketKeyword(db, source, country, keywordIdentity(name))

  /** Figures are dated by the last whole week. */
  const asOf = () => mondayOfWeek(lastWholeWeek(clock()) + 1)

  return {
    source,
    learn: async () => {},
    opportunities: (question) => store.findMarketPage(db, { source, isOurs }, question),
    countOpportunities: (filters) => store.countMarket(db, { source, isOurs }, filters),
    overview: (country) => spreadMarket(db, source, country),
    categories: (country) => store.listMarketCategories(db, source, country),
    async history(kind: HistoryKind, name, country) {
      const row = await find(name, country)
      if (!row) return null
      const { identity, model } = row
      // An imported keyword has no weekly figures.
      if (!model) return { value: [], asOf: row.readAt }
      if (kind !== 'seasonality')
        return { value: demandWeeksOf({ identity, country, model }, kind, clock()), asOf: asOf() }
      return { value: seasonWeeks(yearOf(model), clock()), asOf: asOf() }
    },
    async productsByAsin(asins, country) {
      const [products, goods] = await Promise.all([
        imported.findProductsByAsin(db, country, asins),
        findGoods(db, asins),
      ])
      const invented = goods.map((good) => marketProductOf(good, country, dayOf(clock())))
      return { value: joined(products, invented), asOf: clock() }
    },
    searchProducts: async (question) => ({ value: await findSearched(db, question, clock()), asOf: clock() }),
    files: createMarketFiles(db, source),
    isConnected: async () => (await store.countMarketKeywords(db, source)) > 0,
    hasProducts: async () => (await imported.countProducts(db)) > 0 || (await countGoods(db)) > 0,
    usage: async () => null,
    async refresh() {
      const oldest = await store.oldestReading(db, source)
      if (oldest === null || lastWholeWeek(oldest) >= lastWholeWeek(clock())) return
      for (const country of keysOf(MARKETS)) {
        const rows = await store.listModelled(db, source, country)
        const now = clock()
        const renewed = rows.flatMap(({ id: _id, model, ...row }) =>
          model === null ? [] : [{ ...row, model, ...figuresOf({ ...row, model }, now), readAt: now }],
        )
        await store.saveMarketKeywords(db, withScores(renewed))
      }
    },
    check: () => checkOf(db),
  }
}

/** Weeks of a year in percent of the peak, each with its Monday in the current year. */
export function seasonWeeks(weeks: readonly number[], now: Date): WeekValue[] {
  const most = Math.max(...weeks, 0)
  return weeks.map((value, at) => ({
    date: mondayOf(now.getUTCFullYear(), at + 1),
    value: most === 0 ? 0 : Math.round((value / most) * 100),
  }))
}
