import Papa from 'papaparse'
import type { z } from 'zod'
import {
  marketExportEndpoints,
  PRODUCTS_IN_FILE,
  StoredKeywordsQuery,
  StoredProductsQuery,
} from '#shared/features/market/market-exports/contract.ts'
import { dayAt } from '#shared/format/day.ts'
import { safeText } from '#shared/format/safe-text.ts'
import type {
  KeywordMarket,
  MarketKeyword,
  MarketProduct,
} from '../../../integrations/keyword-market/port.ts'
import { type ExportKinds, exportKind } from '../../ground/area.ts'
import { filterOf, SORTS } from '../../keywords/area.ts'

export const MARKET_KEYWORDS = 'market-keywords'
export const MARKET_PRODUCTS = 'market-products'

/** Read together. */
const KEYWORDS_AT_ONCE = 1000
const PRODUCTS_AT_ONCE = 100

export interface MarketFileDeps {
  market: Pick<KeywordMarket, 'opportunities' | 'searchProducts'>
  clock: () => Date
  timeZone: string
}

const lines = (rows: unknown[][]) => `${Papa.unparse(rows, { newline: '\n' })}\n`

const KEYWORD_HEADER = [
  'Keyword',
  'Category',
  'Volume',
  'Score',
  'Monthly trend',
  'Quarterly trend',
  'Competition',
  'Units',
  'Price',
  'Seasonality',
  'Peak week',
]

const keywordCells = (row: MarketKeyword) => [
  safeText(row.name),
  safeText(row.category),
  row.volume,
  row.score,
  row.monthlyTrend ?? '',
  row.quarterlyTrend ?? '',
  row.competition ?? '',
  row.unitsSold ?? '',
  row.price ?? '',
  row.seasonality ?? '',
  row.peakWeek ?? '',
]

async function* keywordsOf({ market }: MarketFileDeps, kept: z.output<typeof StoredKeywordsQuery>) {
  yield lines([KEYWORD_HEADER])
  const { includeUnknown, sort, sortOrder, ...query } = kept
  const question = {
    ...filterOf({ ...query, include_unknown: includeUnknown }),
    sort: SORTS[sort],
    order: sortOrder,
    firstPeak: 1,
    limit: KEYWORDS_AT_ONCE,
  }
  for (let offset = 0; ; offset += KEYWORDS_AT_ONCE) {
    const rows = await market.opportunities({ ...question, offset })
    if (rows.length > 0) yield lines(rows.map(keywordCells))
    if (rows.length < KEYWORDS_AT_ONCE) return
  }
}

const PRODUCT_HEADER = [
  'ASIN',
  'Name',
  'Brand',
  'Category',
  'Price',
  'Rating',
  'Reviews',
  'Sellers',
  'Sales',
  'Revenue',
  'Listed',
  'Availability',
]

const AVAILABILITY = new Map([
  [true, 'IN_STOCK'],
  [false, 'OUT_OF_STOCK'],
])

const productCells = (product: MarketProduct) => [
  safeText(product.asin),
  safeText(product.name),
  safeText(product.brand ?? ''),
  safeText(product.category ?? ''),
  product.price ?? '',
  product.rating ?? '',
  product.reviews ?? '',
  product.sellers ?? '',
  product.sales ?? '',
  product.revenue ?? '',
  product.listedOn ?? '',
  product.isAvailable === null ? '' : AVAILABILITY.get(product.isAvailable),
]

async function* productsOf(
  { market }: MarketFileDeps,
  { includeText = '', sortBy, sortOrder, ...query }: z.output<typeof StoredProductsQuery>,
) {
  yield lines([PRODUCT_HEADER])
  const question = {
    ...query,
    words: includeText.trim(),
    sort: sortBy,
    order: sortOrder,
    perPage: PRODUCTS_AT_ONCE,
  }
  for (let page = 1; page * PRODUCTS_AT_ONCE <= PRODUCTS_IN_FILE; page += 1) {
    const { value } = await market.searchProducts({ ...question, page })
    if (value.products.length > 0) yield lines(value.products.map(productCells))
    if (value.products.length < PRODUCTS_AT_ONCE) return
  }
}

/** The files behind Keyword Opportunities and Product Search; the imports of market data read them again. */
export function marketFiles(deps: MarketFileDeps): ExportKinds {
  const today = () => dayAt(deps.clock(), deps.timeZone)
  return {
    [MARKET_KEYWORDS]: exportKind(StoredKeywordsQuery, {
      access: marketExportEndpoints.keywords.access,
      nameOf: ({ country }) => `keyword-opportunities-${country}-${today()}.csv`,
      write: (query) => keywordsOf(deps, query),
    }),
    [MARKET_PRODUCTS]: exportKind(StoredProductsQuery, {
      access: marketExportEndpoints.products.access,
      nameOf: ({ country }) => `products-${country}-${today()}.csv`,
      write: (query) => productsOf(deps, query),
    }),
  }
}
