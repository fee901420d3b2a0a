import type { ProductSort, StockScan } from '#shared/features/products/product-library/contract.ts'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'

/** Titles of errors, worded by the specification. */
export const FAILURES = {
  list: 'Products could not be searched.',
  stocks: 'Stocks could not be searched.',
  missing: 'Product not found.',
  read: 'Couldn’t load the product.',
  provider: 'Couldn’t load the product data.',
  stats: 'Couldn’t load the stats.',
  articles: 'Articles could not be searched.',
  scan: 'Couldn’t start the scan.',
} as const

export const EMPTY = 'No products yet. They appear here once an article recommends them.'
export const NO_ASIN = 'ASIN not found'
export const NO_STATS = 'No Stats Found'
export const NEVER_SCANNED = 'Never Scanned'
export const NO_HISTORY = 'No stock history yet.'
export const PENDING = 'Pending'
export const UNKNOWN = '–'
export const NOT_ASKED = 'We haven’t been able to reach the marketplace yet. Try again later.'
export const COULD_NOT_VERIFY = 'Could not verify'
export const NO_MARKETPLACE = 'Stock isn’t scanned: no marketplace is connected.'

/** The labels of stock states in the details. */
export const STOCK_LABELS: Readonly<Record<Stock, string>> = {
  NOT_SCANNED: 'Not Scanned',
  INVALID_ASIN: 'Invalid ASIN',
  IN_STOCK: 'In Stock',
  OUT_OF_STOCK: 'Out of Stock',
}

export const COLUMN_TITLES = {
  asin: 'ASIN',
  name: 'Name',
  in_stock: 'Stock Status',
  countArticles: 'Articles Count',
  earnings_30d: 'Earned 30 d',
} as const satisfies Partial<Record<ProductSort, string>>

/** The result of the last scan, after its age. */
export function scanNews({ scanned, failed, went_out, came_back, reason }: StockScan): string {
  const news = [
    `${counted(scanned)} scanned`,
    ...(failed > 0 ? [`${counted(failed)} without an answer`] : []),
    `${counted(went_out)} sold out`,
    `${counted(came_back)} restocked`,
  ].join(', ')
  return reason === null ? news : `${news}. ${reason}`
}

export const articlesOf = (count: number) => countedIn(count, 'article')
export const askToScan = (count: string, perDay: number, used: number) =>
  `This checks ${count} products, top earners first, ten per call. ` +
  `${counted(Math.max(perDay - used, 0))} of today’s ${counted(perDay)} calls are left. Products beyond that are checked tomorrow. You can leave this page.`
