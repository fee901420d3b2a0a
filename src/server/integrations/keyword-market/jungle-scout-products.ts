import { z } from 'zod'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import type { AnswerOf } from '../vendor-client/answer-cache.ts'
import { cursorIn, type JungleScoutClient } from './jungle-scout-client.ts'
import { marketProductOf } from './jungle-scout-mapping.ts'
import type { Dated, MarketProduct, MarketProductSort, ProductQuestion } from './port.ts'

const nullableNumber = z.number().nullable()
const nullableText = z.string().nullable()
/** Cached form of a product. */
export const CachedProducts = z.array(
  z.object({
    asin: z.string(),
    name: z.string(),
    brand: nullableText,
    imageUrl: nullableText,
    category: nullableText,
    sales: nullableNumber,
    revenue: nullableNumber,
    price: nullableNumber,
    reviews: nullableNumber,
    sellers: nullableNumber,
    listedOn: nullableText,
    isListingEstimated: z.boolean(),
    rating: nullableNumber,
    isAvailable: z.boolean().nullable(),
  }),
)

/** What the vendor calls the orders. */
const SORTS: Readonly<Record<MarketProductSort, string>> = {
  name: 'name',
  price: 'price',
  nReviews: 'reviews',
  nSellers: 'sellers',
  estimatedSales: 'sales',
  estRevenue: 'revenue',
}

/** Pages can only be read in sequence, so the progress of a search is kept this long. */
const CHAIN_MS = 15 * 60_000
const MOST_CHAINS = 200
/** Last page of the vendor that is read, because each costs a call. */
const MOST_VENDOR_PAGES = 20
/** Most pages read per request; the next request continues. */
const MOST_TURNS = 3

interface Chain {
  asOf: Date
  products: MarketProduct[]
  next: string | undefined
  isAtEnd: boolean
  vendorPages: number
  /** Of the vendor's own count, those that our limits have left out so far. */
  leftOut: number
  vendorTotal: number
}

interface ProductDeps {
  client: JungleScoutClient
  answerOf: AnswerOf
  clock: () => Date
}

/** Progress of each search; restarted when it is too old. */
function createChains(clock: () => Date) {
  const chains = new Map<string, Chain>()
  return (key: string): Chain => {
    const known = chains.get(key)
    if (known && clock().getTime() - known.asOf.getTime() < CHAIN_MS) return known
    if (chains.size >= MOST_CHAINS) chains.clear()
    const begun: Chain = {
      asOf: clock(),
      products: [],
      next: undefined,
      isAtEnd: false,
      vendorPages: 0,
      leftOut: 0,
      vendorTotal: 0,
    }
    chains.set(key, begun)
    return begun
  }
}

/** Reads the vendor's next page of a search. */
async function turn(client: JungleScoutClient, chain: Chain, question: ProductQuestion): Promise<void> {
  const { words, country, sort, order, ratingMin, reviewsMin, showUnavailable } = question
  const { data, links, meta } = await client.products({
    country,
    includeKeywords: words === '' ? [] : [words],
    sort: `${order === 'desc' ? '-' : ''}${SORTS[sort]}`,
    excludeUnavailable: !showUnavailable,
    ratingMin,
    reviewsMin,
    cursor: chain.next,
  })
  const fit = data
    .map(marketProductOf)
    .filter((product) => product !== null)
    .filter(({ rating, reviews }) => (rating ?? 0) >= ratingMin && (reviews ?? 0) >= reviewsMin)
  chain.products.push(...fit)
  chain.leftOut += data.length - fit.length
  chain.vendorTotal = meta?.total_items ?? chain.products.length + chain.leftOut
  chain.next = cursorIn(links)
  chain.vendorPages += 1
  chain.isAtEnd = chain.next === undefined || data.length === 0
}

/** Reads further pages until enough products are known, or there are no more. */
async function reach(
  client: JungleScoutClient,
  chain: Chain,
  question: ProductQuestion,
  count: number,
): Promise<void> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    if (chain.products.length >= count || chain.isAtEnd || chain.vendorPages >= MOST_VENDOR_PAGES) return
    await turn(client, chain, question)
  }
}

/** Products of a marketplace, page by page along the vendor's cursors. */
export function createProductSearch({ client, answerOf, clock }: ProductDeps) {
  const chainOf = createChains(clock)
  const turning = new Map<string, Promise<unknown>>()
  return {
    async search(
      question: ProductQuestion,
    ): Promise<Dated<{ products: MarketProduct[]; totalCount: number }>> {
      const { page, perPage, ...asked } = question
      const key = JSON.stringify(asked)
      // Concurrent readers of one search wait for each other.
      const before = turning.get(key) ?? Promise.resolve()
      const reached = before.catch(() => {}).then(() => reach(client, chainOf(key), question, page * perPage))
      turning.set(key, reached)
      try {
        await reached
      } finally {
        if (turning.get(key) === reached) turning.delete(key)
      }
      const chain = chainOf(key)
      return {
        value: {
          products: chain.products.slice((page - 1) * perPage, page * perPage),
          totalCount: chain.isAtEnd ? chain.products.length : Math.max(0, chain.vendorTotal - chain.leftOut),
        },
        asOf: chain.asOf,
      }
    },
    async byAsin(asins: readonly string[], country: Country): Promise<Dated<MarketProduct[]>> {
      if (asins.length === 0) return { value: [], asOf: clock() }
      const wanted = [...new Set(asins)].sort()
      return answerOf(`products ${country} ${wanted.join(' ')}`, CachedProducts, async () => {
        const { data } = await client.products({
          country,
          includeKeywords: wanted,
          sort: '-sales',
          excludeUnavailable: false,
        })
        return data
          .map(marketProductOf)
          .filter((product) => product !== null)
          .filter(({ asin }) => wanted.includes(asin))
      })
    },
  }
}
