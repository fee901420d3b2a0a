import { createHash } from 'node:crypto'
import { DAY_MS } from '#shared/format/duration.ts'
import type { CatalogItem } from './port.ts'

/** What does not change from day to day. */
export interface TradedGood {
  asin: string
  /** US cents. */
  listPrice: number
  /** Days of 100 on which it is sold out; with 100 it never comes back. */
  outOfStockDays: number
}

/** What a marketplace offers for a product on one day. */
export type DayOffer = Pick<
  CatalogItem,
  'price' | 'savings' | 'stock' | 'availability' | 'isPrime' | 'isFreeShipping' | 'merchant'
>

/** Products run out, and come back, for some days in a row. */
const STOCK_DAYS = 4
/** A discount lasts about a week, and not everybody's begins on the same day. */
const PRICE_DAYS = 7
const FREE_SHIPPING_FROM = 3500

/** At least 0, below 1, and always the same for the same words. */
function chance(...words: readonly (string | number)[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE(0) / 2 ** 32
}

const money = (cents: number) => cents / 100
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** In cents. Half of the weeks have no discount, the others up to a third; each day moves it a little. */
function priceOf({ asin, listPrice }: TradedGood, day: number): number {
  const week = Math.floor((day + Math.floor(chance('phase', asin) * PRICE_DAYS)) / PRICE_DAYS)
  const draw = chance('discount', asin, week)
  if (draw < 0.5) return listPrice
  const discount = (draw - 0.5) * 0.66 + chance('day', asin, day) * 0.02
  // Shops end their prices as the list price ends.
  return Math.max(100, listPrice - Math.round((listPrice * discount) / 100) * 100)
}

/** Whether it is sold out on this day. */
export function isSoldOut({ asin, outOfStockDays }: TradedGood, day: number): boolean {
  const span = Math.floor((day + Math.floor(chance('stock phase', asin) * STOCK_DAYS)) / STOCK_DAYS)
  return chance('stock', asin, span) * 100 < outOfStockDays
}

function availabilityOf(asin: string, day: number): string {
  const draw = chance('left', asin, day)
  return draw < 0.12 ? `Only ${1 + Math.floor(draw * 75)} left in stock - order soon.` : 'In Stock'
}

const MERCHANTS = [
  'Lantern Lane Goods',
  'Harbor & Hill',
  'Wick and Weld',
  'Plainfold Direct',
  'Eastmere Supply',
]

/** Not every seller provides everything; missing terms are left out. */
function termsOf({ asin }: TradedGood, price: number): Partial<DayOffer> {
  const isPrime = chance('prime', asin)
  const isSilent = chance('shipping', asin) < 0.1
  const merchant = chance('merchant', asin)
  const name = MERCHANTS[Math.floor(merchant * MERCHANTS.length)] ?? ''
  const feedback = {
    feedbackRating: Math.round((4 + chance('feedback', name)) * 10) / 10,
    feedbackCount: 900 + Math.floor(chance('feedback count', name) * 60_000),
  }
  return {
    // Absent for one in ten.
    ...(isPrime < 0.1 ? {} : { isPrime: isPrime < 0.88 }),
    ...(isSilent ? {} : { isFreeShipping: isPrime < 0.88 || price >= FREE_SHIPPING_FROM }),
    ...(chance('seller', asin) < 0.08 ? {} : { merchant: { name, ...feedback } }),
  }
}

/** The day of a moment, counted from 1970, in UTC. */
export const dayOf = (moment: Date) => Math.floor(moment.getTime() / DAY_MS)

/** In cents; null on a day on which it is sold out. The same as `offerOf` says, without the rest of it. */
export const quoteOf = (good: TradedGood, day: number): number | null =>
  isSoldOut(good, day) ? null : priceOf(good, day)

/** The offer on this day, determined by product and day alone. */
export function offerOf(good: TradedGood, day: number): DayOffer {
  if (isSoldOut(good, day)) {
    const availability = good.outOfStockDays >= 100 ? 'Currently unavailable.' : 'Temporarily out of stock.'
    return { stock: 'OUT_OF_STOCK', availability }
  }
  const price = priceOf(good, day)
  const saved = good.listPrice - price
  return {
    stock: 'IN_STOCK',
    availability: availabilityOf(good.asin, day),
    price: { amount: money(price), display: dollars.format(money(price)), currency: 'USD' },
    ...(saved <= 0
      ? {}
      : { savings: { amount: money(saved), percentage: Math.round((saved / good.listPrice) * 100) } }),
    ...termsOf(good, price),
  }
}
