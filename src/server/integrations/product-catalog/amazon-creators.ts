import type { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { catalogItemOf } from './amazon-creators-item.ts'
import { CreatorsRefusal, FoundAnswer, ItemsAnswer } from './amazon-creators-schemas.ts'
import type { AmazonAccount } from './amazon-creators-settings.ts'
import { createTokenSource } from './amazon-token.ts'
import { type CatalogAnswer, type CatalogItem, MOST_FOUND, type ProductCatalog } from './port.ts'

const SYSTEM = 'Amazon'
const MOST_PER_REQUEST = 10
/** Initial rate limit of every account. */
const BETWEEN_REQUESTS_MS = 1000
const ASIN = /^[A-Z0-9]{10}$/
/** Error codes for an ASIN that does not exist or is not accessible. */
const INVALID_CODES = new Set(['InvalidParameterValue', 'ItemNotAccessible'])
/** An ASIN without a product, for testing the connection. */
const NOBODYS_ASIN = 'B000000000'

const RESOURCES = [
  'images.primary.large',
  'itemInfo.title',
  'itemInfo.byLineInfo',
  'itemInfo.features',
  'itemInfo.productInfo',
  'itemInfo.technicalInfo',
  'itemInfo.manufactureInfo',
  'browseNodeInfo.browseNodes',
  'browseNodeInfo.browseNodes.ancestor',
  'offersV2.listings.price',
  'offersV2.listings.availability',
  'offersV2.listings.merchantInfo',
  'offersV2.listings.condition',
  'offersV2.listings.isBuyBoxWinner',
  'offersV2.listings.dealDetails',
  'customerReviews.count',
  'customerReviews.starRating',
]

export interface AmazonCreatorsOptions {
  account: AmazonAccount
  clock?: () => number
  fetch?: typeof fetch
  accountStore?: AccountStore
  timeoutMs?: number
  /** Replaced in tests, so that they do not wait a second per request. */
  betweenRequestsMs?: number
}

function batchesOf(asins: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(asins.length / MOST_PER_REQUEST) }, (_, index) =>
    asins.slice(index * MOST_PER_REQUEST, (index + 1) * MOST_PER_REQUEST),
  )
}

function answerOf(asked: readonly string[], { itemsResult, errors = [] }: z.infer<typeof ItemsAnswer>) {
  const items = (itemsResult?.items ?? []).flatMap((item) => {
    const known = asked.includes(item.asin) ? catalogItemOf(item) : null
    return known === null ? [] : [known]
  })
  const told = new Set(items.map(({ asin }) => asin))
  const refused = errors
    .filter(({ code }) => INVALID_CODES.has(code))
    .flatMap(({ message }) => message.match(/\b[A-Z0-9]{10}\b/g) ?? [])
  const invalid = asked.filter((asin) => refused.includes(asin) && !told.has(asin))
  return { items, invalid }
}

function vendorCode(body: unknown): string | undefined {
  const parsed = CreatorsRefusal.safeParse(body)
  if (!parsed.success) return undefined
  return [parsed.data.type, parsed.data.reason].filter((part) => part !== undefined).join(' ') || undefined
}

/** Accounts with too few sales are locked out until they sell more. No setting can change that. */
const NOT_ELIGIBLE = 'AssociateNotEligible'
const SELL_FIRST =
  'Amazon has locked the account: it needs 10 qualified sales in 30 days. It’s unlocked automatically once it has them.'

/** Adds an explanation to refusals with a known cause. */
function explained(error: unknown): unknown {
  if (!(error instanceof IntegrationError) || !error.vendorCode?.includes(NOT_ELIGIBLE)) return error
  const { system, operation, kind, status, vendorCode } = error
  return new IntegrationError(error.message, {
    ...{ system, operation, kind, vendorCode, advice: SELL_FIRST, cause: error },
    ...(status === undefined ? {} : { status }),
  })
}

/** Merges several answers. Failed calls are left out, unless all failed. */
function joined(answers: readonly PromiseSettledResult<CatalogAnswer>[]): CatalogAnswer {
  const given = answers.filter((answer) => answer.status === 'fulfilled').map(({ value }) => value)
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed && given.length === 0) throw failed.reason
  return {
    items: given.flatMap(({ items }) => items),
    invalid: given.flatMap(({ invalid }) => invalid),
  }
}

interface Question<Answer> {
  operation: string
  path: string
  body: object
  answer: z.ZodType<Answer>
}

/** Sends authorized requests in sequence. */
function createAsking(options: AmazonCreatorsOptions) {
  const { account, clock = Date.now, betweenRequestsMs = BETWEEN_REQUESTS_MS, ...rest } = options
  const tokens = createTokenSource(account, { clock, ...rest })
  // Older credentials have a version number.
  const suffix = account.version.startsWith('2.') ? `, Version ${account.version}` : ''

  const client = createVendorClient({
    system: SYSTEM,
    baseUrl: account.baseUrl,
    vendorCode,
    clock,
    atOnce: 2,
    betweenMs: betweenRequestsMs,
    ...rest,
    headers: () => ({ 'x-marketplace': account.marketplace }),
  })

  /** Tokens are sometimes revoked early, so retry once with a new one. */
  async function signedIn<Answer>(ask: (authorization: string) => Promise<Answer>): Promise<Answer> {
    const token = await tokens.current()
    try {
      return await ask(`Bearer ${token}${suffix}`)
    } catch (error) {
      if (!(error instanceof IntegrationError) || error.kind !== 'unauthorized') throw error
      tokens.forget(token)
      return ask(`Bearer ${await tokens.current()}${suffix}`)
    }
  }

  return <Answer>({ operation, path, body, answer }: Question<Answer>) =>
    signedIn((authorization) =>
      client.send({
        operation,
        method: 'POST',
        path,
        headers: { authorization },
        json: { partnerTag: account.partnerTag, ...body, resources: RESOURCES },
        answer,
        isRepeatable: true,
      }),
    ).catch((error: unknown) => {
      throw explained(error)
    })
}

/** Product data from Amazon's Creators API: ten products per request, one request a second. */
export function createAmazonCatalog(options: AmazonCreatorsOptions): ProductCatalog {
  const { account } = options
  const ask = createAsking(options)

  const read = async (asins: readonly string[]): Promise<CatalogAnswer> =>
    answerOf(
      asins,
      await ask({
        operation: 'read items',
        path: '/catalog/v1/getItems',
        body: { itemIds: asins },
        answer: ItemsAnswer,
      }),
    )

  /** The vendor reports an empty result as an error, sometimes with 404. */
  async function search(keywords: string): Promise<CatalogItem[]> {
    const { searchResult } = await ask({
      operation: 'search items',
      path: '/catalog/v1/searchItems',
      body: { keywords, itemCount: MOST_FOUND },
      answer: FoundAnswer,
    }).catch((error: unknown) => {
      if (error instanceof IntegrationError && error.kind === 'not_found') return { searchResult: undefined }
      throw error
    })
    return (searchResult?.items ?? []).flatMap((item) => catalogItemOf(item) ?? [])
  }

  async function getItems(asins: readonly string[]): Promise<CatalogAnswer> {
    const wanted = [...new Set(asins)]
    const wellFormed = wanted.filter((asin) => ASIN.test(asin))
    const answer = joined(await Promise.allSettled(batchesOf(wellFormed).map(read)))
    return {
      items: answer.items,
      invalid: [...answer.invalid, ...wanted.filter((asin) => !ASIN.test(asin))],
    }
  }

  return {
    getItems,
    search,
    async check() {
      await getItems([NOBODYS_ASIN])
      return { adapter: SYSTEM, ok: true, detail: `Amazon answers for ${account.marketplace}.` }
    },
  }
}
