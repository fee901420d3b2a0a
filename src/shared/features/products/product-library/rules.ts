import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'

/** Stock states of a product. */
export const STOCKS = ['NOT_SCANNED', 'INVALID_ASIN', 'IN_STOCK', 'OUT_OF_STOCK'] as const
export type Stock = (typeof STOCKS)[number]

/** In the order of lists that are sorted by state: from what can be bought to what no longer exists. */
export const STOCK_ORDER = [
  'IN_STOCK',
  'NOT_SCANNED',
  'OUT_OF_STOCK',
  'INVALID_ASIN',
] as const satisfies readonly Stock[]

/** Another state counts once it has lasted this long; shorter changes are ignored. */
export const SETTLED_AFTER_MS = HOUR_MS

/** Products per call. */
export const PRODUCTS_PER_CALL = 10

/** Scanning more products than this requires a confirmation. */
export const ASKED_FIRST_FROM = 1000

/** Days of stock shown in a row of the list. */
export const SHOWN_DAYS = 90

/** A stock state and when it began. */
export interface StockChange {
  stock: Stock
  /** ISO 8601. */
  created_at: string
}

/** A section of a stock chart: from one moment to the next, in milliseconds since 1970. */
export interface StockSpan {
  stock: Stock
  from: number
  to: number
}

/**
 * Stock between two moments (milliseconds since 1970), oldest first. Each state lasts until the next change;
 * before the first one it was not scanned. Empty without changes.
 */
export function stockSpans(changes: readonly StockChange[], from: number, to: number): StockSpan[] {
  if (changes.length === 0) return []
  const known = changes
    .map(({ stock, created_at }) => ({ stock, at: Date.parse(created_at) }))
    .sort((left, right) => left.at - right.at)
  const spans = [{ stock: 'NOT_SCANNED' as Stock, at: Number.NEGATIVE_INFINITY }, ...known].map(
    ({ stock, at }, index) => ({
      stock,
      from: Math.max(at, from),
      to: Math.min(known[index]?.at ?? to, to),
    }),
  )
  return spans.filter((span) => span.to > span.from)
}

/** Whole days of a state in these spans, rounded up. */
export const daysIn = (spans: readonly StockSpan[], stock: Stock): number =>
  Math.ceil(
    spans.filter((span) => span.stock === stock).reduce((sum, { from, to }) => sum + to - from, 0) / DAY_MS,
  )

/** A price between two moments, in milliseconds since 1970. */
export interface PriceStep {
  cents: number
  from: number
  to: number
}

/**
 * Prices of a product between two moments, oldest first. Each lasts until the next one; there is none while
 * the product could not be bought.
 */
export function priceSteps(
  prices: readonly { cents: number; created_at: string }[],
  spans: readonly StockSpan[],
): PriceStep[] {
  const known = prices.map(({ cents, created_at }) => ({ cents, at: Date.parse(created_at) }))
  return spans
    .filter(({ stock }) => stock === 'IN_STOCK')
    .flatMap((span) =>
      known.map(({ cents, at }, index) => ({
        cents,
        from: Math.max(at, span.from),
        to: Math.min(known[index + 1]?.at ?? span.to, span.to),
      })),
    )
    .filter(({ from, to }) => to > from)
}
