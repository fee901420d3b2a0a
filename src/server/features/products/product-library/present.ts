import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type {
  ListedProduct,
  Offer,
  Product,
  ProductArticle,
  ProductStats,
  ProviderData,
  StockScan,
} from '#shared/features/products/product-library/contract.ts'
import { PRICE_SHOWN_MS } from '#shared/features/products/products/rules.ts'
import type { CatalogItem, CatalogOffer } from '../../../integrations/product-catalog/port.ts'
import { presentUserName } from '../../ground/area.ts'
import type { ProductReading } from '../products/service.ts'
import type { Mention, RecommendingStory } from './mention-queries.ts'
import type { ReadProduct } from './queries.ts'
import type { findShownScan } from './scan-queries.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export function presentLibraryProduct(
  { product, awards, item, readAt, risk }: ReadProduct,
  now: Date,
): Product {
  const { id, asin, name, stock, stockSince, scannedAt, award, articleCount, earnings30d } = product
  const isYoung = readAt !== null && now.getTime() - readAt.getTime() < PRICE_SHOWN_MS
  return {
    product_id: id,
    asin,
    name: name || (item?.title ?? ''),
    in_stock: stock,
    countArticles: articleCount,
    award,
    awards,
    last_scanned: iso(scannedAt),
    lastStock: stockSince && { stock, created_at: stockSince.toISOString() },
    image_url: safeAddress(item?.imageUrl ?? product.imageUrl),
    price: isYoung ? (item?.price?.display ?? null) : null,
    earnings_30d: earnings30d,
    risk,
  }
}

export const presentListed = (read: ReadProduct, now: Date): ListedProduct => ({
  ...presentLibraryProduct(read, now),
  recent: read.recent.map(({ stock, created_at }) => ({
    stock,
    created_at: new Date(created_at).toISOString(),
  })),
})

const AMOUNT_DIGITS = 2

/** An amount of the same currency, written in the same way. */
function moneyLike(price: NonNullable<CatalogItem['price']>, amount: number) {
  const display =
    price.currency === 'USD'
      ? new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount)
      : `${price.currency} ${amount.toFixed(AMOUNT_DIGITS)}`
  return { amount, display }
}

function pricesOf({ price, savings }: CatalogOffer): Pick<Offer, 'price' | 'savingBasis' | 'savings'> {
  if (price === undefined) return { price: null, savingBasis: null, savings: null }
  const { amount, display } = price
  if (savings === undefined) return { price: { amount, display }, savingBasis: null, savings: null }
  const before = Math.round((amount + savings.amount) * 100) / 100
  return {
    price: { amount, display },
    savingBasis: moneyLike(price, before),
    savings: { ...moneyLike(price, savings.amount), percentage: savings.percentage },
  }
}

/** What the marketplace calls available is `Now`; anything else is as it calls it. */
const typeOf = ({ stock, availabilityType }: CatalogOffer) =>
  stock === 'IN_STOCK' ? 'Now' : (availabilityType ?? stock)

function offerOf(item: CatalogOffer): Offer {
  const { merchant, availability, isPrime, isFreeShipping, isPrimeExclusive } = item
  return {
    merchantInfo: {
      id: merchant?.id ?? null,
      name: merchant?.name ?? null,
      feedbackRating: merchant?.feedbackRating ?? null,
      feedbackCount: merchant?.feedbackCount ?? null,
    },
    availability: availability ?? null,
    typeAvailability: typeOf(item),
    is_verified: item.isUnverified !== true,
    deliveryInfo: {
      // The marketplace does not tell this any more.
      amazonFulfilled: null,
      freeShippingEligible: isFreeShipping ?? null,
      primeEligible: isPrime ?? null,
    },
    programEligibility: { primeExclusive: isPrimeExclusive ?? null, primePantry: null },
    ...pricesOf(item),
  }
}

const NO_GROUP = 'Product information'

function infoOf({ info = {}, infoGroups }: CatalogItem): ProviderData['info'] {
  if (infoGroups !== undefined) return infoGroups
  const values = Object.entries(info).map(([label, value]) => ({ label, value }))
  return values.length === 0 ? [] : [{ category: NO_GROUP, values }]
}

export function presentProviderData({ asin, state, item, asOf, isStale }: ProductReading): ProviderData {
  return {
    asin,
    state,
    as_of: iso(asOf),
    is_stale: isStale,
    title: item?.title ?? null,
    image: safeAddress(item?.imageUrl),
    pageURL: safeAddress(item?.pageUrl),
    categories: item?.categories ?? [],
    features: item?.features ?? [],
    info: item === undefined ? [] : infoOf(item),
    offers: item === undefined ? [] : [item, ...(item.otherOffers ?? [])].map(offerOf),
  }
}

export function presentStats(asin: string, found: readonly RecommendingStory[]): ProductStats[] {
  return found.flatMap(({ title, url, lastDay, items }) =>
    items
      .filter((item) => item.asin === asin)
      .map(({ name, subheader = '', award, blurb }) => ({
        asin,
        name,
        subheader,
        award,
        blurb,
        story: { title, url: safeAddress(url), last_day: lastDay },
      })),
  )
}

export const presentMention = (mention: Mention): ProductArticle => ({
  ...mention,
  image_url: safeAddress(mention.image_url),
  asana_url: safeAddress(mention.asana_url),
  url: safeAddress(mention.url),
})

type ShownScan = Awaited<ReturnType<typeof findShownScan>>

export const presentScan = ({ scan, user }: NonNullable<ShownScan>): StockScan => ({
  stock_scan_id: scan.id,
  kind: scan.kind,
  state: scan.state,
  reason: scan.reason,
  user: user && presentUserName(user),
  total: scan.total,
  done: scan.done,
  scanned: scan.scanned,
  failed: scan.failed,
  went_out: scan.wentOut,
  came_back: scan.cameBack,
  started_at: scan.startedAt.toISOString(),
  ended_at: iso(scan.endedAt),
})

export const presentShown = (shown: ShownScan): StockScan | null =>
  shown === undefined ? null : presentScan(shown)
