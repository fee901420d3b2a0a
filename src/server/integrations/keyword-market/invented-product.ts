import { createHash } from 'node:crypto'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { offerOf } from '../product-catalog/day-trade.ts'
import type { Good } from '../product-catalog/goods-store.ts'
import { priceRate } from './invented-demand.ts'
import type { MarketProduct } from './port.ts'

/** Spread of the listing dates in days. */
const OLDEST_DAYS = 3000

/** At least 0, below 1, and always the same for the same words. */
function chance(...words: readonly string[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE(0) / 2 ** 32
}

/** What a market estimates of one of the built-in catalogue's goods on a day, counted from 1970. */
export function marketProductOf(good: Good, country: Country, day: number): MarketProduct {
  const { asin, title, brand, categories, imageUrl, rating, reviewCount, listPrice } = good
  const offer = offerOf(good, day)
  const isAvailable = offer.stock === 'IN_STOCK'
  const price = Math.round((offer.price?.amount ?? listPrice / 100) * priceRate(country) * 100) / 100
  // The more have written about it, the more buy it.
  const sales = isAvailable ? Math.round(reviewCount * (0.04 + 0.3 * chance('sales', asin, country))) : null
  const age = 60 + Math.floor(chance('listed', asin) * OLDEST_DAYS)
  return {
    asin,
    name: title,
    brand,
    imageUrl,
    category: categories[0] ?? null,
    sales,
    revenue: sales === null ? null : Math.round(sales * price * 100) / 100,
    price,
    reviews: reviewCount,
    sellers: 1 + Math.floor(chance('sellers', asin, country) * 6),
    listedOn: new Date((LISTED_BEFORE - age) * DAY_MS).toISOString().slice(0, 10),
    isListingEstimated: chance('estimated', asin) < 0.12,
    rating: rating / 10,
    isAvailable,
  }
}

/** The invented goods were all listed before this day. */
const LISTED_BEFORE = Date.UTC(2026, 9, 1) / DAY_MS
