import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'

/** What is known of whether a product can be bought. */
export const STOCKS = ['NOT_SCANNED', 'INVALID_ASIN', 'IN_STOCK', 'OUT_OF_STOCK'] as const
export type Stock = (typeof STOCKS)[number]

/** Another state is news once it has lasted for so long: what flips back within it never happened. */
export const SETTLED_AFTER_MS = HOUR_MS

/** So many products are asked for in one call. */
export const PRODUCTS_PER_CALL = 10

/** Whoever has more products scanned than this is asked first. */
export const ASKED_FIRST_FROM = 1000

/** So many days of a product's stock are shown in a row of the list. */
export const SHOWN_DAYS = 90

/** A state, and since when. */
export interface StockChange {
  stock: Stock
  /** As ISO. */
  created_at: string
}

/** A part of a picture of the stock: from one moment to the next one, in milliseconds since 1970. */
export interface StockSpan {
  stock: Stock
  from: number
  to: number
}

/**
 * What the stock was between two moments (milliseconds since 1970), the earliest first: each change holds until the
 * next one; before the first it was not scanned. Nothing where there are no changes.
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

/** How many days these spans say of a state, in whole ones. */
export const daysIn = (spans: readonly StockSpan[], stock: Stock): number =>
  Math.ceil(
    spans.filter((span) => span.stock === stock).reduce((sum, { from, to }) => sum + to - from, 0) / DAY_MS,
  )

/** A price that held from one moment to the next, in milliseconds since 1970. */
export interface PriceStep {
  cents: number
  from: number
  to: number
}

/**
 * What a product cost between two moments, the earliest first: each price holds until the next one, and none while the
 * product could not be bought.
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
