import type { ProductSort, StockScan } from '#shared/features/product-library/contract.ts'
import type { Stock } from '#shared/features/product-library/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'

/** Titles of failures, as the specification words them. */
export const FAILURES = {
  list: 'Products could not be searched.',
  stocks: 'Stocks could not be searched.',
  missing: 'Product not found.',
  read: 'The product could not be read.',
  provider: 'Product data could not be read.',
  stats: 'Stats could not be read.',
  articles: 'Articles could not be searched.',
  scan: 'The scan could not begin.',
} as const

export const EMPTY = 'No article recommends a product yet.'
export const NO_ASIN = 'ASIN not found'
export const NO_STATS = 'No Stats Found'
export const NEVER_SCANNED = 'Never Scanned'
export const PENDING = 'Pending'
export const UNKNOWN = '–'
export const NOT_ASKED = 'The marketplace could not be asked yet.'
export const COULD_NOT_VERIFY = 'Could not verify'
export const NO_MARKETPLACE = 'Stock is not scanned: no marketplace is connected.'

/** A state as the details call it. */
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

/** What a scan that has ended has brought, after how long ago that was. */
export function scanNews({ scanned, failed, went_out, came_back, reason }: StockScan): string {
  const news = [
    `${counted(scanned)} scanned`,
    ...(failed > 0 ? [`${counted(failed)} not answered for`] : []),
    `${counted(went_out)} went out`,
    `${counted(came_back)} came back`,
  ].join(', ')
  return reason === null ? news : `${news}. ${reason}`
}

export const articlesOf = (count: number) => countedIn(count, 'article')
export const askToScan = (count: string, perDay: number, used: number) =>
  `${count} products will be asked for, those that earn most first, ten to a call. ` +
  `${counted(Math.max(perDay - used, 0))} of today’s ${counted(perDay)} calls are left; what does not fit waits for tomorrow. You can leave this page meanwhile.`
