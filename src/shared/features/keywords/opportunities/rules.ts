import { DAY_MS } from '#shared/format/duration.ts'
import { daysBetween, plusDays } from '../../../format/day.ts'
import type { COUNTRIES } from '../../../format/labels.ts'

export type Country = (typeof COUNTRIES)[number]

/** Name, currency and marketplace of each country. */
export const MARKETS: Readonly<Record<Country, { name: string; currency: string; host: string }>> = {
  us: { name: 'United States', currency: 'USD', host: 'www.amazon.com' },
  ca: { name: 'Canada', currency: 'CAD', host: 'www.amazon.ca' },
  mx: { name: 'Mexico', currency: 'MXN', host: 'www.amazon.com.mx' },
  de: { name: 'Germany', currency: 'EUR', host: 'www.amazon.de' },
  es: { name: 'Spain', currency: 'EUR', host: 'www.amazon.es' },
  fr: { name: 'France', currency: 'EUR', host: 'www.amazon.fr' },
  it: { name: 'Italy', currency: 'EUR', host: 'www.amazon.it' },
  uk: { name: 'United Kingdom', currency: 'GBP', host: 'www.amazon.co.uk' },
  jp: { name: 'Japan', currency: 'JPY', host: 'www.amazon.co.jp' },
  in: { name: 'India', currency: 'INR', host: 'www.amazon.in' },
}

/** Stops of the competition filter; the full range excludes nothing. */
export const COMPETITION_STOPS = [1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const
export const COMPETITION_RANGE = { min: 1, max: 100 } as const
export const SEASONALITY_RANGE = { min: 1, max: 5 } as const

const COMPETITION_BANDS = [
  { below: 25, label: 'Very Low' },
  { below: 45, label: 'Low' },
  { below: 60, label: 'Medium' },
  { below: 75, label: 'High' },
  { below: Number.POSITIVE_INFINITY, label: 'Very High' },
] as const
export type CompetitionLabel = (typeof COMPETITION_BANDS)[number]['label']

/** The label for a competition in percent, 0 to 100. */
export const competitionLabel = (percentage: number): CompetitionLabel =>
  COMPETITION_BANDS.find(({ below }) => percentage < below)?.label ?? 'Very High'

/** Weeks in a year. The days of a 53rd week count towards the 52nd. */
export const YEAR_WEEKS = 52
/** The ISO week of a moment, in UTC: 1 to 52. */
export function weekOfYear(moment: Date): number {
  const day = Math.floor(moment.getTime() / DAY_MS)
  // The Thursday determines the year of a week; 1 January 1970 was a Thursday.
  const thursday = Math.floor((day + 3) / 7) * 7
  const start = Date.UTC(new Date(thursday * DAY_MS).getUTCFullYear(), 0, 1) / DAY_MS
  return Math.min(YEAR_WEEKS, Math.floor((thursday - start) / 7) + 1)
}

/** The Monday of a week of that year, as `yyyy-MM-dd`. */
export function mondayOf(year: number, week: number): string {
  const fourth = Date.UTC(year, 0, 4) / DAY_MS
  const first = Math.floor((fourth + 3) / 7) * 7 - 3
  return new Date((first + (week - 1) * 7) * DAY_MS).toISOString().slice(0, 10)
}

/** Steps of a demand strip, from nothing to the peak week's demand. */
const DEMAND_STEPS = 9

/** 52 numbers as 52 digits: each week's share of the maximum. */
export function demandDigits(weeks: readonly number[]): string {
  const most = Math.max(...weeks, 0)
  return weeks.map((value) => (most === 0 ? 0 : Math.round((value / most) * DEMAND_STEPS))).join('')
}

/** The shares behind such digits, 0 to 1. */
export const demandShares = (digits: string): number[] =>
  [...digits].map((digit) => Number(digit) / DEMAND_STEPS)

const BEST_WEEKS = 4
const SEASONALITY_STEPS = [0.15, 0.35, 0.6, 1]
/** Fewer dots do not count as seasonal. */
export const SEASONAL_FROM = 3

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

export interface Seasonality {
  /** 1 to 5. */
  classification: number
  isSeasonal: boolean
  /** The ISO week with the highest demand, 1 to 52. */
  peakWeek: number
}

/**
 * Seasonality from the average demand per week of the year: how far the best four consecutive weeks are above
 * the yearly mean. Null if there was no demand at all.
 */
export function seasonalityOf(weeks: readonly number[]): Seasonality | null {
  const usual = mean(weeks)
  if (usual === 0) return null
  const best = Math.max(
    ...weeks.map((_, at) =>
      mean(Array.from({ length: BEST_WEEKS }, (_, next) => weeks[(at + next) % weeks.length] ?? 0)),
    ),
  )
  const strength = (best - usual) / usual
  const classification = 1 + SEASONALITY_STEPS.filter((step) => strength >= step).length
  return {
    classification,
    isSeasonal: classification >= SEASONAL_FROM,
    peakWeek: weeks.indexOf(Math.max(...weeks)) + 1,
  }
}

/** Competition from an ease of ranking, 0 to 100; null if unknown. */
export const competitionOf = (easeOfRanking: number | null): number | null =>
  easeOfRanking === null ? null : Math.min(100, Math.max(0, 100 - easeOfRanking))

/** Change in percent; null if the earlier value was 0. */
export const trendOf = (now: number, before: number): number | null =>
  before === 0 ? null : ((now - before) / before) * 100

/** Weights of the opportunity score. */
const WEIGHTS = { demand: 0.4, competition: 0.3, trend: 0.2, season: 0.1 } as const
/** Unknown figures are neutral. */
const UNKNOWN = 0.5

interface ScoreParts {
  /** Share of the market's keywords with fewer searches, 0 to 1. */
  demandRank: number
  /** Percent, 0 to 100. */
  competition: number | null
  /** Share of the market's keywords with less growth, 0 to 1; null if the trend is unknown. */
  trendRank: number | null
  /** 1 to 5. */
  classification: number | null
}

/** Opportunity score, 0 to 100. */
export function opportunityScore({ demandRank, competition, trendRank, classification }: ScoreParts): number {
  const ease = competition === null ? UNKNOWN : 1 - competition / 100
  const steadiness = classification === null ? UNKNOWN : (5 - classification) / 4
  const sum =
    WEIGHTS.demand * demandRank +
    WEIGHTS.competition * ease +
    WEIGHTS.trend * (trendRank ?? UNKNOWN) +
    WEIGHTS.season * steadiness
  return Math.round(sum * 100)
}

interface Ranked {
  volume: number
  monthlyTrend: number | null
  competition: number | null
  seasonality: number | null
}

/** Returns a function from a value to the share of lower values, 0 to 1. */
function ranksOf(values: readonly number[]): (value: number) => number {
  const sorted = [...values].sort((one, other) => one - other)
  const firstAt = new Map<number, number>()
  for (const [at, value] of sorted.entries()) if (!firstAt.has(value)) firstAt.set(value, at)
  const others = Math.max(1, sorted.length - 1)
  return (value) => (firstAt.get(value) ?? 0) / others
}

/** Scores of all keywords of one market, in their order. Demand and trend are relative to each other. */
export function marketScores(keywords: readonly Ranked[]): number[] {
  const demandRank = ranksOf(keywords.map(({ volume }) => volume))
  const trendRank = ranksOf(keywords.flatMap(({ monthlyTrend }) => monthlyTrend ?? []))
  return keywords.map(({ volume, monthlyTrend, competition, seasonality }) =>
    opportunityScore({
      demandRank: demandRank(volume),
      competition,
      trendRank: monthlyTrend === null ? null : trendRank(monthlyTrend),
      classification: seasonality,
    }),
  )
}

/** Fewest articles for a measured lead time; with fewer, the configured one applies. */
export const MEASURED_FROM = 10
/** Only articles requested at least this long ago are measured, so that slow ones count too. */
export const SETTLED_WEEKS = 12
/** Upper limit of each lead time, so that preparing a season never starts before the previous one. */
export const LEAD_WEEKS_MAXIMUM = 24

/** Days to plan before the peak of a season. */
export interface LeadTimes {
  /** From publishing to the first result with the page. */
  rankDays: number
  /** Number of articles behind the median; null if configured. */
  rankOf: number | null
  /** From the request to publishing. */
  writeDays: number
  writeOf: number | null
}

const leadOf = ({ rankDays, writeDays }: Pick<LeadTimes, 'rankDays' | 'writeDays'>) =>
  Math.min(2 * LEAD_WEEKS_MAXIMUM * 7, rankDays + writeDays)

/** Publishing deadline of a keyword; all values are days, `yyyy-MM-dd`. */
export interface PublishBy {
  date: string
  /** The Monday of its peak week. */
  peak: string
  /** The upcoming peak that can no longer be met; null if there is time. */
  missed: string | null
}

/**
 * The publish-by date: the Monday of the peak week, minus the days until a page ranks, minus the days that
 * writing takes. If that is past, the season has begun, and the date is for the next one. Null without a
 * season.
 */
export function publishBy(
  season: { seasonality: number | null; peakWeek: number | null },
  lead: Pick<LeadTimes, 'rankDays' | 'writeDays'>,
  today: string,
): PublishBy | null {
  const { seasonality, peakWeek } = season
  if (seasonality === null || seasonality < SEASONAL_FROM || peakWeek === null) return null
  const year = Number(today.slice(0, 4))
  const peaks = [year - 1, year, year + 1, year + 2].map((each) => mondayOf(each, peakWeek))
  // A peak is upcoming until its week is over.
  const [next = '', after = ''] = peaks.filter((monday) => daysBetween(today, monday) > -7)
  const dateOf = (peak: string) => plusDays(peak, -leadOf(lead))
  if (dateOf(next) >= today) return { date: dateOf(next), peak: next, missed: null }
  return { date: dateOf(after), peak: after, missed: next }
}

/** The peak week with the earliest publish-by date. The following weeks come after it, around the year. */
export function firstPeakWeek(lead: Pick<LeadTimes, 'rankDays' | 'writeDays'>, today: string): number {
  const dates = Array.from({ length: YEAR_WEEKS }, (_, at) => ({
    week: at + 1,
    date: publishBy({ seasonality: SEASONAL_FROM, peakWeek: at + 1 }, lead, today)?.date ?? '',
  }))
  return dates.reduce((first, each) => (each.date < first.date ? each : first)).week
}

const inWeeks = (days: number) => `${Math.round((days / 7) * 10) / 10} weeks`
const sourceOf = (measured: number | null, of: string) =>
  measured === null
    ? `as configured, until ${MEASURED_FROM} articles at least ${SETTLED_WEEKS} weeks old have data`
    : `the median of ${measured} ${of}`

/** Display text of the publish-by formula. */
export const publishByFormula = ({ rankDays, rankOf, writeDays, writeOf }: LeadTimes): string =>
  `The Monday of the peak week, minus ${inWeeks(rankDays)} to rank (${sourceOf(rankOf, 'articles, from publishing to their first keyword win')}), minus ${inWeeks(writeDays)} to write (${sourceOf(writeOf, 'articles, from request to publishing')}). Keywords with fewer than three dots aren’t seasonal and have no date.`

/** Display text of the formulas. */
export const FORMULAS = {
  opportunityScore:
    '0–100: up to 40 for demand and 20 for monthly trend, both ranked within this market; 30 for low competition; 10 for steady demand. Missing values count half.',
  competition: '100 minus the market’s ease-of-ranking score.',
  seasonality:
    'How far the best four consecutive weeks are above the yearly average, from two years of searches. Under 15 %: one dot; 35 %: two; 60 %: three; 100 %: four; above: five. Three or more dots means seasonal.',
  avgUnitsSold: 'Average units sold in 30 days by the first ten products for this search.',
  avgPrice: 'Average price of the first ten products for this search.',
} as const

/**
 * Queries that show our posts although none of them has it as its keyword: at least this many impressions of
 * all posts in this many days. Searches for a site's own name are excluded.
 */
export const SEARCHED = { impressions: 100, days: 90 } as const
