import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import {
  JungleScoutRefusal,
  KeywordsAnswer,
  ProductsAnswer,
  SalesAnswer,
  VoiceAnswer,
  VolumesAnswer,
} from './jungle-scout-schemas.ts'
import type { JungleScoutAccount } from './jungle-scout-settings.ts'

export const SYSTEM = 'Jungle Scout'
/** 300 calls a minute, spread. */
const BETWEEN_REQUESTS_MS = 200
/** A person waits for every call. */
const LONGEST_WAIT_MS = 1500
const TIMEOUT_MS = 20_000
/** As many rows as a page may have. */
const PAGE_SIZE = 100

export interface JungleScoutOptions {
  account: JungleScoutAccount
  clock?: () => number
  fetch?: typeof fetch
  accountStore?: AccountStore | undefined
  timeoutMs?: number
  /** Tests do not wait for every request. */
  betweenRequestsMs?: number
}

/** Two days, both included, `yyyy-MM-dd`; at most 366 of them, and the last one before today. */
export interface Days {
  from: string
  to: string
}

export interface ProductsAsked {
  country: Country
  includeKeywords: readonly string[]
  sort: string
  excludeUnavailable: boolean
  ratingMin?: number
  reviewsMin?: number
  cursor?: string | undefined
  size?: number
}

function vendorCode(body: unknown): string | undefined {
  const [refusal] = JungleScoutRefusal.safeParse(body).data?.errors ?? []
  return (
    refusal &&
    [refusal.code, refusal.title]
      .filter((part) => part != null)
      .join(' ')
      .slice(0, 200)
  )
}

/** Where the next page begins, as the vendor's link to it says; undefined after the last one. */
export function cursorIn(links: { next?: string | null | undefined } | null | undefined): string | undefined {
  const next = links?.next
  if (next === null || next === undefined) return undefined
  return URL.parse(next, 'https://vendor.invalid')?.searchParams.get('page[cursor]') ?? undefined
}

function createSender(options: JungleScoutOptions) {
  const { account, clock = Date.now, betweenRequestsMs = BETWEEN_REQUESTS_MS, ...rest } = options
  return createVendorClient({
    system: SYSTEM,
    baseUrl: account.baseUrl,
    vendorCode,
    clock,
    timeoutMs: TIMEOUT_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    betweenMs: betweenRequestsMs,
    ...rest,
    headers: () => ({
      authorization: `${account.keyName}:${account.apiKey}`,
      'x-api-type': 'junglescout',
      accept: 'application/vnd.junglescout.v1+json',
      'content-type': 'application/vnd.api+json',
    }),
  })
}

const productAttributes = ({
  includeKeywords,
  excludeUnavailable,
  ratingMin,
  reviewsMin,
}: ProductsAsked) => ({
  ...(includeKeywords.length > 0 ? { include_keywords: includeKeywords } : {}),
  exclude_unavailable_products: excludeUnavailable,
  // The vendor accepts only whole stars; the exact limit is applied here.
  ...(ratingMin === undefined ? {} : { min_rating: Math.floor(ratingMin) }),
  ...(reviewsMin === undefined ? {} : { min_reviews: Math.floor(reviewsMin) }),
})

export type JungleScoutClient = ReturnType<typeof createJungleScoutClient>

/** The calls that we make, each as the vendor names it. */
export function createJungleScoutClient(options: JungleScoutOptions) {
  const { send } = createSender(options)
  const question = (type: string, attributes: object) => ({ data: { type, attributes } })
  return {
    keywords: (country: Country, words: string, size = PAGE_SIZE) =>
      send({
        operation: 'find keywords',
        method: 'POST',
        path: '/api/keywords/keywords_by_keyword_query',
        query: { marketplace: country, sort: '-monthly_search_volume_exact', 'page[size]': size },
        json: question('keywords_by_keyword_query', { search_terms: words }),
        answer: KeywordsAnswer,
        // It asks and changes nothing.
        isRepeatable: true,
      }),
    products: (asked: ProductsAsked) =>
      send({
        operation: 'find products',
        method: 'POST',
        path: '/api/product_database_query',
        query: {
          marketplace: asked.country,
          sort: asked.sort,
          'page[size]': asked.size ?? PAGE_SIZE,
          'page[cursor]': asked.cursor,
        },
        json: question('product_database_query', productAttributes(asked)),
        answer: ProductsAnswer,
        isRepeatable: true,
      }),
    volumes: (country: Country, keyword: string, { from, to }: Days) =>
      send({
        operation: 'read search volumes',
        method: 'GET',
        path: '/api/keywords/historical_search_volume',
        query: { marketplace: country, keyword, start_date: from, end_date: to, 'page[size]': PAGE_SIZE },
        answer: VolumesAnswer,
      }),
    voice: (country: Country, keyword: string) =>
      send({
        operation: 'read share of voice',
        method: 'GET',
        path: '/api/share_of_voice',
        query: { marketplace: country, keyword },
        answer: VoiceAnswer,
      }),
    sales: (country: Country, asin: string, { from, to }: Days) =>
      send({
        operation: 'read sales',
        method: 'GET',
        path: '/api/sales_estimates_query',
        query: { marketplace: country, asin, start_date: from, end_date: to },
        answer: SalesAnswer,
      }),
  }
}
