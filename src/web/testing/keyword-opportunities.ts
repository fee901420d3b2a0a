import { DAY_MS } from '#shared/format/duration.ts'
import { browser } from './browser.ts'
import type { Loopback } from './loopback.ts'

export const LIST = 'GET /api/keyword-opportunities'
export const opportunity = (name: string, changes = {}) => ({
  name,
  category: 'Home & Kitchen',
  keyword_url: `https://www.amazon.com/s?k=${encodeURIComponent(name)}`,
  avgUnitsSold: 1310,
  avgPrice: 48.9,
  estimatedExactSearchVolume: 41_200,
  monthlyTrend: 38.4,
  quarterlyTrend: -12.6,
  competition: 22,
  opportunityScore: 87,
  classification5: 4,
  isSeasonal: true,
  peakWeek: 51,
  combinedAsins: [{ asin: 'B0STUB0001' }, { asin: 'B0STUB0002' }],
  demand: '9'.repeat(52),
  publish_by: null,
  planned: [],
  as_of: '2026-11-20T10:00:00.000Z',
  ...changes,
})
/** Eight weeks to rank, as configured; three to write, measured on 41 articles. */
const LEAD = { rank_days: 56, rank_of: null, write_days: 21, write_of: 41 }
export const page = (keywords: object[], changes = {}) => ({
  body: {
    keywords,
    total_count: keywords.length,
    unknown_count: 0,
    without: [],
    problem: null,
    lead: LEAD,
    ...changes,
  },
})
const spread = { least: 1, most: 100, counts: Array.from({ length: 24 }, () => 3) }
export const OVERVIEW = {
  count: 2417,
  competition: spread,
  seasonality: spread,
  opportunity_score: spread,
  monthly_search_volume: spread,
  avg_price: spread,
  avg_units_sold: spread,
  usage: { source: 'built-in', is_connected: true, calls: null },
}
export const WEEKS = Array.from({ length: 104 }, (_, at) => ({
  date: new Date(Date.UTC(2024, 10, 18) + at * 7 * DAY_MS).toISOString().slice(0, 10),
  value: 1000 + at,
}))
export const NOT_TODAY = { status: 400, body: { message: 'Not today.' } }
export const CHARTS = ['search-volume', 'average-units-sold', 'average-price', 'seasonality']
export const PRODUCTS = `${LIST}/top-products`

/** A market with three searches: one to open, one that is ours, and one with little data. */
export function answerMarket(server: Loopback): void {
  browser().setViewport({ width: 1600, height: 900 })
  server.answer(
    LIST,
    page(
      [
        opportunity('cordless snow shovel'),
        opportunity('neck fan', {
          keyword_id: 9,
          ours: { articles: 2, winning_percentage: 43.3 },
          competition: 47,
          opportunityScore: 72,
        }),
        opportunity('unknown thing', {
          avgUnitsSold: null,
          avgPrice: null,
          monthlyTrend: null,
          quarterlyTrend: null,
          competition: null,
          classification5: null,
          isSeasonal: null,
          peakWeek: null,
          demand: null,
          combinedAsins: [],
        }),
      ],
      { total_count: 2148 },
    ),
  )
  server.answer(`${LIST}/overview`, { body: OVERVIEW })
  server.answer(`${LIST}/categories`, { body: { categories: ['Electronics', 'Home & Kitchen'] } })
  for (const chart of CHARTS)
    server.answer(`${LIST}/${chart}`, {
      body: { data: chart === 'seasonality' ? WEEKS.slice(0, 52) : WEEKS, as_of: '2026-11-20T10:00:00.000Z' },
    })
  server.answer(PRODUCTS, {
    body: {
      data: {
        data: {
          as_of: '2026-11-20T10:00:00.000Z',
          products: [
            {
              asin: 'B0STUB0001',
              name: 'Lowmarsh Sprout 40',
              brand: null,
              imageUrl: null,
              product_url: 'https://www.amazon.com/dp/B0STUB0001',
              category: null,
              estimatedSales: null,
              estRevenue: null,
              price: 49.99,
              nReviews: 3812,
              nSellers: null,
              listedAt: null,
              estimatedListedAt: null,
              rating: 4.7,
              is_available: true,
              articles: 0,
            },
          ],
        },
      },
    },
  })
}
