import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import {
  competitionOf,
  demandDigits,
  seasonalityOf,
  weekOfYear,
  YEAR_WEEKS,
} from '#shared/features/keywords/opportunities/rules.ts'
import { daysBetween, plusDays } from '#shared/format/day.ts'
import type { KeywordAttributes, ProductEntry } from './jungle-scout-schemas.ts'
import type { NewMarketKeyword } from './keyword-store.ts'
import type { MarketProduct, WeekValue } from './port.ts'

/** Number of products that represent the purchases of a search. */
const TELLING_PRODUCTS = 10
const HUNDREDTHS = 100
const MONDAY = '1970-01-05'

/** `us/B0…` without the marketplace. */
export const asinIn = (id: string): string => id.slice(id.lastIndexOf('/') + 1)

const whole = (value: number | null) => (value === null ? null : Math.round(value))

/** Competition without a known ease of ranking: the share of the related searches with fewer products. */
function crowding(attributes: KeywordAttributes, others: readonly KeywordAttributes[]): number | null {
  const { organic_product_count: count, dominant_category: category } = attributes
  const alike = others.flatMap((other) =>
    other.dominant_category === category && other.organic_product_count !== null
      ? [other.organic_product_count]
      : [],
  )
  if (count === null || alike.length < 2) return null
  return Math.round((alike.filter((other) => other < count).length / (alike.length - 1)) * 100)
}

/** What a page of keywords says, in our words; those without a name or a volume say too little. */
export function keywordsOf(
  entries: readonly KeywordAttributes[],
  { source, country, readAt }: Pick<NewMarketKeyword, 'source' | 'country' | 'readAt'>,
): NewMarketKeyword[] {
  const rows = entries.flatMap((entry): NewMarketKeyword[] => {
    const { name, monthly_search_volume_exact: volume } = entry
    if (name === null || volume === null || keywordIdentity(name) === '') return []
    return [
      {
        source,
        country,
        readAt,
        name,
        identity: keywordIdentity(name),
        category: entry.dominant_category ?? 'Other',
        volume: Math.round(volume),
        monthlyTrend: entry.monthly_trend,
        quarterlyTrend: entry.quarterly_trend,
        competition: whole(competitionOf(entry.ease_of_ranking_score)) ?? crowding(entry, entries),
      },
    ]
  })
  return [...new Map(rows.map((row) => [row.identity, row])).values()]
}

export function marketProductOf({ id, attributes }: ProductEntry): MarketProduct | null {
  if (!attributes || attributes.title === null) return null
  return {
    asin: asinIn(id),
    name: attributes.title,
    brand: attributes.brand,
    imageUrl: attributes.image_url?.startsWith('https://') ? attributes.image_url : null,
    category: attributes.category,
    sales: attributes.approximate_30_day_units_sold,
    revenue: attributes.approximate_30_day_revenue,
    price: attributes.price,
    reviews: attributes.reviews,
    sellers: attributes.number_of_sellers,
    listedOn: attributes.date_first_available?.slice(0, 10) ?? null,
    isListingEstimated: attributes.date_first_available_is_estimated === true,
    rating: attributes.rating,
    isAvailable: null,
  }
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/**
 * Mean per ISO week of the year; a week of data belongs to the ISO week with most of its days. Weeks without
 * data get the mean of the others.
 */
export function yearOfWeeks(weeks: readonly WeekValue[]): number[] {
  const byWeek = Map.groupBy(weeks, ({ date }) => weekOfYear(new Date(`${plusDays(date, 3)}T12:00:00Z`)))
  const usual = meanOf(weeks.map(({ value }) => value)) ?? 0
  return Array.from(
    { length: YEAR_WEEKS },
    (_, at) => meanOf((byWeek.get(at + 1) ?? []).map(({ value }) => value)) ?? usual,
  )
}

interface Details {
  weeks: readonly WeekValue[]
  /** The first that the vendor finds for the search. */
  products: readonly MarketProduct[]
  /** The ASINs that are clicked most. */
  topAsins: readonly string[]
  brands: readonly string[]
}

/** Figures derived from a keyword's products, weeks and share of voice. */
export function detailsOf(identity: string, { weeks, products, topAsins, brands }: Details) {
  const telling = products.slice(0, TELLING_PRODUCTS)
  const season = weeks.length === 0 ? null : seasonalityOf(yearOfWeeks(weeks))
  const price = meanOf(telling.map((product) => product.price))
  const words = ` ${identity} `
  return {
    unitsSold: whole(meanOf(telling.map(({ sales }) => sales))),
    price: price === null ? null : Math.round(price * HUNDREDTHS),
    asins: [...new Set([...topAsins, ...telling.map(({ asin }) => asin)])].slice(0, TELLING_PRODUCTS),
    seasonality: season?.classification ?? null,
    peakWeek: season?.peakWeek ?? null,
    demand: season === null ? null : demandDigits(yearOfWeeks(weeks)),
    isTopBrand: brands.map(keywordIdentity).some((brand) => brand !== '' && words.includes(` ${brand} `)),
  } satisfies Partial<NewMarketKeyword>
}

interface DaySale {
  date: string
  units: number | null
  price: number | null
}

/** The first day of a day's week, `yyyy-MM-dd`, where `first` is one. */
const startOf = (day: string, first: string) => plusDays(day, -(((daysBetween(first, day) % 7) + 7) % 7))

/**
 * Converts daily figures of products to weeks that begin on the weekday of `first`, oldest first: mean sales
 * or price. Incomplete weeks are left out.
 */
export function weeksOfSales(
  days: readonly DaySale[],
  kind: 'unitsSold' | 'price',
  first = MONDAY,
): WeekValue[] {
  const weeks = Map.groupBy(days, ({ date }) => startOf(date, first))
  return [...weeks]
    .filter(([, list]) => new Set(list.map(({ date }) => date)).size === 7)
    .flatMap(([date, list]) => {
      if (kind === 'price') {
        const price = meanOf(list.map((day) => day.price))
        return price === null ? [] : [{ date, value: Math.round(price * HUNDREDTHS) / HUNDREDTHS }]
      }
      const units = meanOf(list.map((day) => day.units))
      return units === null ? [] : [{ date, value: Math.round(units * 7) }]
    })
    .sort((one, other) => (one.date < other.date ? -1 : 1))
}
