import { DAY_MS } from '#shared/format/duration.ts'
import { startVendorStub, type VendorQuestion, type VendorStub } from './vendor-stub.ts'

const day = (at: number) => new Date(at * DAY_MS).toISOString().slice(0, 10)
const dayNumber = (text: string) => Date.parse(`${text}T00:00:00Z`) / DAY_MS

/** How many products its database has. */
export const STUB_PRODUCTS = 260

/** Ratings go round in steps of a tenth, so that some lie below 4.5 and some above. */
const productAt = (at: number) => ({
  id: `us/B0STUB${String(at).padStart(4, '0')}`,
  type: 'product_database_result',
  attributes: {
    title: `Kettle No. ${at}`,
    brand: at % 2 === 0 ? 'Kettleby' : 'Tarnwick',
    image_url: `https://pictures.example/${at}.jpg`,
    category: 'Home & Kitchen',
    price: 500 - at,
    rating: 4 + (at % 10) / 10,
    reviews: 100 + at,
    number_of_sellers: 3,
    approximate_30_day_units_sold: at % 7 === 0 ? null : 1000 - at,
    approximate_30_day_revenue: 90_000 - at,
    date_first_available: '2024-03-01T00:00:00Z',
    date_first_available_is_estimated: at % 3 === 0,
    updated_at: '2026-11-01T00:00:00Z',
  },
})
const PRODUCTS = Array.from({ length: STUB_PRODUCTS }, (_, at) => productAt(at))

function productsFor({ query, body }: VendorQuestion, url: string) {
  const { include_keywords: words = [], min_rating: stars = 0 } = body.data.attributes
  const asins = words.filter((word: string) => word.startsWith('B0'))
  const fit = PRODUCTS.filter(
    ({ id, attributes }) =>
      attributes.rating >= stars && (asins.length === 0 || asins.includes(id.slice(id.indexOf('/') + 1))),
  )
  const from = Number(query['page[cursor]'] ?? 0)
  const to = from + Number(query['page[size]'] ?? 50)
  const next = to < fit.length ? `${url}/api/product_database_query?page[cursor]=${to}` : null
  return { data: fit.slice(from, to), links: { self: url, next }, meta: { total_items: fit.length } }
}

/** Searches of snow shovels and such: twenty for any words, the first of which names a brand. */
function keywordsFor({ body }: VendorQuestion) {
  const words: string = body.data.attributes.search_terms
  return {
    data: Array.from({ length: 20 }, (_, at) => ({
      id: `us/${words} ${at}`,
      type: 'keywords_by_keyword_result',
      attributes: {
        country: 'us',
        name: at === 0 ? `Kettleby ${words}` : `${words} ${at}`,
        monthly_trend: words === 'huge' && at === 4 ? 1e308 : at - 5.5,
        monthly_search_volume_exact: 10_000 - at * 100,
        quarterly_trend: at === 3 ? null : 12.5,
        dominant_category: 'Home & Kitchen',
        recommended_promotions: 1,
        ease_of_ranking_score: at % 2 === 0 ? at * 4 : null,
        organic_product_count: at * 10,
      },
    })),
    links: { self: '', next: null },
    meta: { total_items: 20 },
  }
}

/** Weeks from the first Sunday on; summers have four times as much. */
function volumesFor({ query }: VendorQuestion) {
  const [from, to] = [dayNumber(query.start_date ?? ''), dayNumber(query.end_date ?? '')]
  const firstSunday = Math.ceil((from - 3) / 7) * 7 + 3
  const data = []
  for (let at = firstSunday; at + 6 <= to; at += 7) {
    const isSummer = ['06', '07'].includes(day(at).slice(5, 7))
    data.push({
      id: `us/x/${day(at)}/${day(at + 6)}`,
      type: 'historical_keyword_search_volume',
      attributes: {
        estimate_start_date: day(at),
        estimate_end_date: day(at + 6),
        estimated_exact_search_volume: isSummer ? 4000 : 1000,
      },
    })
  }
  return { data, links: { next: null }, meta: { total_items: data.length } }
}

/** Ten units a day at 20 dollars; two of the products are of one family, whose sales both of them are answered with. */
function salesFor({ query }: VendorQuestion) {
  const { asin = '', start_date: from = '', end_date: to = '' } = query
  const isOfFamily = asin === 'B0STUB0001' || asin === 'B0STUB0002'
  const days = Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, at) =>
    day(dayNumber(from) + at),
  )
  return {
    data: [
      {
        id: `us/${asin}`,
        type: 'sales_estimate_result',
        attributes: {
          asin,
          is_parent: false,
          is_variant: isOfFamily,
          is_standalone: !isOfFamily,
          parent_asin: isOfFamily ? 'B0FAMILY00' : null,
          variants: [],
          data: days.map((date) => ({ date, estimated_units_sold: 10, last_known_price: 20 })),
        },
      },
    ],
    links: { next: null },
    meta: { total_items: 1 },
  }
}

const VOICE = {
  data: {
    id: 'us/x',
    type: 'share_of_voice',
    attributes: {
      estimated_30_day_search_volume: 1000,
      exact_suggested_bid_median: 1.5,
      product_count: 40,
      updated_at: '2026-11-01',
      brands: [{ brand: 'Kettleby' }, { brand: null }],
      top_asins: [{ asin: 'B0STUB0001' }, { asin: 'B0STUB0250' }],
      top_asins_model_start_date: null,
      top_asins_model_end_date: null,
    },
  },
}

/** A small Jungle Scout on loopback, which keeps to the vendor's limits: ranges of a year that end before today. */
export async function startJungleScoutApi(): Promise<VendorStub> {
  const stub: VendorStub = await startVendorStub((question) => {
    const { start_date: from, end_date: to } = question.query
    if (from !== undefined && to !== undefined && dayNumber(to) - dayNumber(from) + 1 > 366) return undefined
    switch (question.path) {
      case '/api/keywords/keywords_by_keyword_query':
        return keywordsFor(question)
      case '/api/product_database_query':
        return productsFor(question, stub.url)
      case '/api/keywords/historical_search_volume':
        return volumesFor(question)
      case '/api/share_of_voice':
        return VOICE
      case '/api/sales_estimates_query':
        return salesFor(question)
      default:
        return undefined
    }
  })
  return stub
}
