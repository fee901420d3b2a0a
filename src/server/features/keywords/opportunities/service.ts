import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  type MarketProductQuery,
  OPPORTUNITIES_PAGE_SIZE,
  type OpportunityQuery,
  type Relaxable,
  type SearchedQuery,
} from '#shared/features/keywords/opportunities/contract.ts'
import { type Country, firstPeakWeek } from '#shared/features/keywords/opportunities/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { keysOf } from '#shared/format/keys.ts'
import type { ReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import { notFound } from '../../../errors.ts'
import { usageOf } from '../../../integrations/billed-user.ts'
import { inTime } from '../../../integrations/in-time.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type {
  HistoryKind,
  KeywordMarket,
  MarketFilter,
  MarketKeyword,
  MarketOverview,
  MarketQuestion,
} from '../../../integrations/keyword-market/port.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import { filterOf, SORTS } from './filter-reader.ts'
import type { LeadReader } from './lead-reader.ts'
import { countArticlesOf, findOwnKeywords, findPlanned } from './queries.ts'
import { findSearched } from './searched-reader.ts'

export interface OpportunityDeps {
  db: Db
  clock: () => Date
  market: KeywordMarket
  totals: ReadCache
  /** Cached counts of matches per filter. */
  counts: ReadCache<readonly number[]>
  /** Cached pages of markets, whose sort order no index covers. */
  pages: ReadCache<readonly MarketKeyword[]>
  /** Cached overview per country. */
  overviews: ReadCache<MarketOverview>
  log: Pick<FastifyBaseLogger, 'warn'>
  timeZone: string
  readLead: LeadReader
}

/** Longest wait for a market. After that the stored data is returned. */
const PATIENCE_MS = 4000

/** Figures that a market may not know. */
const UNSURE = ['competition', 'seasonality', 'price', 'unitsSold', 'monthlyTrend'] as const

/** The change that removes each filter. */
const WITHOUT: Readonly<Record<Relaxable, Partial<MarketFilter>>> = {
  category: { categories: [] },
  includeText: { include: [] },
  excludeText: { exclude: [] },
  competition: { competition: {} },
  seasonality: { seasonality: {} },
  opportunityScore: { score: {} },
  monthlySearchVolume: { volume: {} },
  avgPrice: { price: {} },
  avgUnitsSold: { unitsSold: {} },
  monthlyTrend: { monthlyTrend: {} },
  excludeTopBrands: { withoutTopBrands: false },
  excludeExistingKeywords: { withoutOurs: false },
}

/** Adds the number of our articles that recommend each product. */
async function withArticles<Product extends { asin: string }>(db: Db, products: readonly Product[]) {
  const counts = await countArticlesOf(
    db,
    products.map(({ asin }) => asin),
  )
  return products.map((product) => ({ product, articles: counts.get(product.asin) ?? 0 }))
}

/** Reads a market's overview, keywords and products, and the queries that show our posts. */
function createMarketReads({ db, market, overviews, totals }: OpportunityDeps) {
  const readUsage = () => usageOf(market)
  const waitFor = <Value>(operation: string, work: Promise<Value>) => inTime(market.source, operation, work)

  return {
    readOverview: async (country: Country) => ({
      ...(await overviews.get(country, () => market.overview(country))),
      usage: await readUsage(),
    }),
    listCategories: (country: Country) => market.categories(country),
    async readHistory(kind: HistoryKind, name: string, country: Country) {
      const history = await waitFor('read the history', market.history(kind, name, country))
      if (history === null) throw notFound('Keyword')
      return history
    },
    async readProducts(asins: readonly string[], country: Country) {
      const { value, asOf } = await waitFor('read products', market.productsByAsin(asins, country))
      return { products: await withArticles(db, value), asOf }
    },
    async searchProducts({ includeText = '', sortBy, sortOrder, ...query }: MarketProductQuery) {
      const words = includeText.trim()
      const { value, asOf } = await waitFor(
        'find products',
        market.searchProducts({ ...query, words, sort: sortBy, order: sortOrder }),
      )
      const products = await withArticles(db, value.products)
      const usage = await readUsage()
      const isConnected = (await market.hasProducts?.()) ?? usage.isConnected
      return {
        products,
        total: value.totalCount,
        nearest: value.nearest ?? null,
        asOf,
        usage: { ...usage, isConnected },
      }
    },
    findSearched: (query: SearchedQuery) => findSearched(db, totals, query),
    refresh: () => market.refresh(),
  }
}

export type OpportunitiesService = ReturnType<typeof createOpportunitiesService>

/** Loads data from the market. Returns why that failed; null on success. */
async function learn(
  { market, log }: Pick<OpportunityDeps, 'market' | 'log'>,
  { country, include }: MarketFilter,
): Promise<string | null> {
  try {
    const isDone = await Promise.race([
      market.learn(country, include.join(' ')).then(() => true),
      sleep(PATIENCE_MS, false, { ref: false }),
    ])
    // A later answer is stored for the next request.
    return isDone ? null : `${market.source} hasn’t answered yet.`
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    log.warn({ err: error }, 'the keyword market could not be reached')
    return sayRefusal(error)
  }
}

const isBounded = ({ min, max }: MarketFilter[(typeof UNSURE)[number]]) =>
  min !== undefined || max !== undefined

/** Counts matches, and those that match except for an unknown figure, in one scan. */
async function countMatches(count: MarketCount, filter: MarketFilter) {
  if (!UNSURE.some((figure) => isBounded(filter[figure]))) {
    const [total = 0] = await count([filter])
    return { total, unknown: 0 }
  }
  const [known = 0, all = 0] = await count([
    { ...filter, withUnknown: false },
    { ...filter, withUnknown: true },
  ])
  return { total: filter.withUnknown ? all : known, unknown: all - known }
}

type MarketCount = (filters: readonly MarketFilter[]) => Promise<readonly number[]>

/** Number of matches without each single filter, the largest first. */
async function countWithout(count: MarketCount, filter: MarketFilter) {
  const wider = keysOf(WITHOUT)
    .map((name) => ({ name, filter: { ...filter, ...WITHOUT[name] } }))
    .filter((each) => JSON.stringify(each.filter) !== JSON.stringify(filter))
  const counts = await count(wider.map((each) => each.filter))
  return wider
    .map(({ name }, at) => ({ filter: name, count: counts[at] ?? 0 }))
    .filter((each) => each.count > 0)
    .sort((one, other) => other.count - one.count)
}

/** A market's searches that are worth an article, and the products behind them. */
export function createOpportunitiesService(deps: OpportunityDeps) {
  const { db, market, counts, pages, clock, timeZone, readLead } = deps
  const count: MarketCount = (filters) =>
    counts.get(JSON.stringify(filters), () => market.countOpportunities(filters))
  const find = (question: MarketQuestion) =>
    pages.get(JSON.stringify(question), () => market.opportunities(question))

  return {
    async findOpportunities(query: OpportunityQuery) {
      const filter = filterOf(query)
      const [problem, lead] = await Promise.all([learn(deps, filter), readLead()])
      const today = dayAt(clock(), timeZone)
      const offset = (query.page - 1) * OPPORTUNITIES_PAGE_SIZE
      const [keywords, { total, unknown }] = await Promise.all([
        find({
          ...filter,
          sort: SORTS[query.sort],
          order: query.sortOrder,
          firstPeak: firstPeakWeek(lead, today),
          limit: OPPORTUNITIES_PAGE_SIZE,
          offset,
        }),
        countMatches(count, filter),
      ])
      const identities = keywords.map(({ identity }) => identity)
      const [ours, planned] = await Promise.all([
        findOwnKeywords(db, identities),
        findPlanned(db, query.country, identities),
      ])
      return {
        rows: keywords.map((keyword) => ({
          keyword,
          ours: ours.get(keyword.identity),
          planned: planned.get(keyword.identity) ?? [],
        })),
        total,
        unknown,
        without: total === 0 ? await countWithout(count, filter) : [],
        problem,
        lead,
        today,
      }
    },
    readLead,
    ...createMarketReads(deps),
  }
}
