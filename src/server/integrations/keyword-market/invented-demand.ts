import {
  type Country,
  trendOf,
  weekOfYear,
  YEAR_WEEKS,
} from '#shared/features/keywords/opportunities/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { DemandModel } from '../../db/schema/market.ts'

/** Size of each market relative to the largest one, and exchange rate. */
const SCALES: Readonly<Record<Country, { share: number; rate: number }>> = {
  us: { share: 1, rate: 1 },
  uk: { share: 0.24, rate: 0.8 },
  de: { share: 0.22, rate: 0.95 },
  jp: { share: 0.18, rate: 150 },
  fr: { share: 0.16, rate: 0.95 },
  in: { share: 0.15, rate: 84 },
  it: { share: 0.13, rate: 0.95 },
  ca: { share: 0.12, rate: 1.35 },
  es: { share: 0.1, rate: 0.95 },
  mx: { share: 0.08, rate: 18 },
}

/** What a US dollar is worth in a country's money. */
export const priceRate = (country: Country) => SCALES[country].rate

const WEEK_MS = 7 * DAY_MS
/** Monday, 5 January 1970. */
const FIRST_MONDAY = 4 * DAY_MS
/** Growth starts from this week. */
const BASE_WEEK = Math.floor((Date.UTC(2026, 0, 5) - FIRST_MONDAY) / WEEK_MS)
const NOISE = 0.12
/** Weeks between price changes. */
const PRICE_WEEKS = 7
const MOST_DISCOUNT = 0.18
export const HISTORY_WEEKS = 104
const MONTH_WEEKS = 4
const QUARTER_WEEKS = 13
/** Weeks to a month of 30.4 days. */
const WEEKS_PER_MONTH = 4.345
const WEEKS_PER_YEAR = 52.18

/** FNV-1a. */
function hashOf(words: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193)
  return hash
}

/** A number drawn for words, by their hash, and a number: at least 0 and below 1. */
function drawn(hash: number, number: number): number {
  let mixed = Math.imul(hash ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296
}

/** The last week that is over at a moment, counted from 1970, in UTC. */
export const lastWholeWeek = (now: Date) => Math.floor((now.getTime() - FIRST_MONDAY) / WEEK_MS) - 1

/** The Monday of a week. */
export const mondayOfWeek = (week: number) => new Date(FIRST_MONDAY + week * WEEK_MS)

const yearWeeks = new Map<number, number>()

/** The ISO week of a week counted from 1970. Memoized, because it is called very often for few weeks. */
function yearWeekOf(week: number): number {
  const known = yearWeeks.get(week)
  if (known !== undefined) return known
  const found = weekOfYear(mondayOfWeek(week))
  yearWeeks.set(week, found)
  return found
}

/** Demand of an ISO week relative to the rest of the year: 1 without a season. */
function seasonAt({ peak, strength, width }: DemandModel, weekOfTheYear: number): number {
  const apart = Math.abs(weekOfTheYear - peak)
  const away = Math.min(apart, YEAR_WEEKS - apart)
  return 1 + strength * Math.exp(-((away / width) ** 2))
}

/** Model of a keyword in one country, from which every figure is computed. */
export interface InventedKeyword {
  identity: string
  country: Country
  model: DemandModel
}

/** How often a keyword is searched for in each week. */
function searchesOf({ identity, country, model }: InventedKeyword): (week: number) => number {
  const hash = hashOf(`${identity} ${country}`)
  const share = SCALES[country].share * (country === 'us' ? 1 : 0.4 + 1.2 * drawn(hash, 1))
  const logGrowth = Math.log1p(model.growth) / WEEKS_PER_YEAR
  return (week) => {
    const noise = 1 + (drawn(hash, week) - 0.5) * NOISE
    const growth = Math.exp(logGrowth * (week - BASE_WEEK))
    return model.base * share * growth * seasonAt(model, yearWeekOf(week)) * noise
  }
}

function unitsOf(keyword: InventedKeyword): (week: number) => number {
  const searches = searchesOf(keyword)
  const hash = hashOf(keyword.identity)
  return (week) => searches(week) * (keyword.model.unitsPerHundred / 100) * (0.9 + 0.2 * drawn(hash, week))
}

/** In hundredths of the country's currency. */
function pricesOf({ identity, country, model }: InventedKeyword): (week: number) => number {
  const hash = hashOf(`${identity} ${country} price`)
  const phase = Math.floor(drawn(hash, 2) * PRICE_WEEKS)
  return (week) => {
    const draw = drawn(hash, Math.floor((week + phase) / PRICE_WEEKS))
    const discount = draw < 0.55 ? 0 : (draw - 0.55) * (MOST_DISCOUNT / 0.45)
    return Math.round(model.price * SCALES[country].rate * (1 - discount))
  }
}

const KINDS = { searchVolume: searchesOf, unitsSold: unitsOf, price: pricesOf } as const

/** The last full weeks, oldest first: searches, units, or a price in the country's currency. */
export function demandWeeksOf(
  keyword: InventedKeyword,
  kind: keyof typeof KINDS,
  now: Date,
  count = HISTORY_WEEKS,
) {
  const last = lastWholeWeek(now)
  const valueIn = KINDS[kind](keyword)
  return Array.from({ length: count }, (_, at) => {
    const week = last - count + 1 + at
    const value = Math.round(valueIn(week))
    return {
      date: mondayOfWeek(week).toISOString().slice(0, 10),
      value: kind === 'price' ? value / 100 : value,
    }
  })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The demand of each ISO week of a year, without the noise of single weeks. */
export const yearOf = (model: DemandModel): number[] =>
  Array.from({ length: YEAR_WEEKS }, (_, at) => seasonAt(model, at + 1))

export interface MarketFigures {
  volume: number
  monthlyTrend: number | null
  quarterlyTrend: number | null
  unitsSold: number
  price: number
}

/** What a market says of a keyword at this moment. */
export function figuresOf(keyword: InventedKeyword, now: Date): MarketFigures {
  const last = lastWholeWeek(now)
  const searches = searchesOf(keyword)
  const weeks = Array.from({ length: 2 * QUARTER_WEEKS }, (_, back) => searches(last - back))
  const over = (count: number, from = 0) => sum(weeks.slice(from, from + count))
  const month = over(MONTH_WEEKS)
  const quarter = over(QUARTER_WEEKS)
  const rounded = (trend: number | null) => (trend === null ? null : Math.round(trend * 10) / 10)
  const perMonth = (weekly: number) => Math.round(weekly * WEEKS_PER_MONTH)
  return {
    volume: perMonth(month / MONTH_WEEKS),
    monthlyTrend: rounded(trendOf(month, over(MONTH_WEEKS, MONTH_WEEKS))),
    quarterlyTrend: rounded(trendOf(quarter, over(QUARTER_WEEKS, QUARTER_WEEKS))),
    unitsSold: perMonth((quarter / QUARTER_WEEKS) * (keyword.model.unitsPerHundred / 100)),
    price: pricesOf(keyword)(last),
  }
}

/** Percent: the more words, the fewer compete. */
export function inventedCompetition({ identity, country }: Omit<InventedKeyword, 'model'>): number {
  const words = identity.split(' ').length
  const usual = 78 - 9 * words
  const spread = (drawn(hashOf(`${identity} ${country} competition`), 3) - 0.5) * 44
  return Math.round(Math.min(98, Math.max(4, usual + spread)))
}
