import type { OpportunityPage, Relaxable } from '#shared/features/keywords/opportunities/contract.ts'
import { type Country, MARKETS, SEARCHED } from '#shared/features/keywords/opportunities/rules.ts'
import { counted } from '#shared/format/count.ts'
import { shortMonth } from '#shared/format/day.ts'
import { money } from '#shared/format/money.ts'

/** Titles of errors, worded by the specification. */
export const FAILURES = {
  list: 'Keyword opportunities could not be searched.',
  chart: 'There was a problem loading the graph data.',
  products: 'There was a problem loading the product data.',
  categories: 'Categories could not be searched.',
  save: 'Error saving keyword.',
  searched: 'Queries could not be searched.',
} as const

export const CLEAR_FILTERS = 'Clear Filters'
export const EMPTY_MARKET = 'No data for this market yet. Search for a keyword to start collecting it.'
export const NOT_CONNECTED = {
  title: 'Market data isn’t connected',
  text: 'Search volume and competition come from a data provider or from a file. Search Console ideas work without either.',
  open: 'Open “From search console”',
  how: 'How to connect a provider',
} as const
/** The server settings of a market. */
export const MARKET_SETTINGS = ['JUNGLESCOUT_KEY_NAME', 'JUNGLESCOUT_API_KEY'] as const
export const noMatchWords = (filters: number): string =>
  `No keywords match. ${filters === 1 ? '1 filter is' : `${filters} filters are`} on.`
export const IN_COPYDESK = 'In Copydesk'
/** The dialog that exports the list. */
export const EXPORT = {
  title: 'Export opportunities',
  about: 'All keywords that match the filters, with their figures, as CSV.',
} as const
export const ADD_KEYWORD = 'Add keyword'

export const SOURCE_LABELS = {
  market: 'Market',
  searches: 'From search console',
  planner: 'Planner',
} as const
export const REQUEST = 'Request article'
export const PLAN = 'Plan …'
export const EMPTY_SEARCHED = 'No queries yet. Connect a site to Google Search Console to see its queries.'
export const NO_SEARCHED_MATCH = 'No queries match these filters.'
export const SEARCHED_ABOUT = `Queries that show our posts in Google but that no post targets: at least ${counted(SEARCHED.impressions)} impressions in ${SEARCHED.days} days. Searches for a site’s name are left out.`

/** The labels of the filters. */
export const FILTER_LABELS = {
  category: 'Category',
  includeText: 'Include text',
  excludeText: 'Exclude text',
  competition: 'Competition',
  seasonality: 'Seasonality',
  opportunityScore: 'Opportunity score',
  monthlySearchVolume: 'Monthly search volume',
  avgPrice: 'Average price',
  avgUnitsSold: 'Average units sold',
  monthlyTrend: 'Monthly trend',
  excludeTopBrands: 'Exclude top brands',
  excludeExistingKeywords: 'Exclude existing keywords',
} as const satisfies Record<Relaxable, string>

/** `$`, `€` … */
export const currencySign = (country: Country): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: MARKETS[country].currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? ''

/** A price in the currency of the country's marketplace. */
export const priceIn = (country: Country, amount: number): string => money(amount, MARKETS[country].currency)

/** `38.4 %`, without its sign. */
export const percentage = (value: number): string => `${Math.abs(value).toFixed(1)} %`

export const keywordsOf = (count: number): string =>
  `${counted(count)} ${count === 1 ? 'keyword' : 'keywords'}`

export const INCLUDE_UNKNOWN = 'Include them'
export const LEAVE_UNKNOWN_OUT = 'Hide them'

/** About keywords that match all filters except for figures that the market does not know. */
export const unknownWords = (count: number, areIncluded: boolean): string =>
  areIncluded
    ? `Includes ${keywordsOf(count)} without data for these filters.`
    : `${keywordsOf(count)} hidden: no data for these filters.`

/** A month `yyyy-MM` as `Dec 2026`. */
export const monthAndYear = (month: string): string => `${shortMonth(month)} ${month.slice(0, 4)}`

const MONTH_NAME = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** The month of a day `yyyy-MM-dd` as `February`. */
export const monthName = (day: string): string => MONTH_NAME.format(new Date(`${day}T00:00:00Z`))

const WEEK = 7

/** `in 5 days`, `in 3 weeks`; today is the last day. */
export function inTime(days: number): string {
  if (days === 0) return 'today'
  if (days < 2 * WEEK) return days === 1 ? 'tomorrow' : `in ${days} days`
  return `in ${Math.round(days / WEEK)} weeks`
}

const inWeeks = (days: number) => {
  const weeks = Math.round((days / WEEK) * 10) / 10
  return weeks === 1 ? '1 week' : `${weeks} weeks`
}

/** The parts of the lead time in a few words. */
export const leadWords = ({ rank_days, write_days }: OpportunityPage['lead']): string =>
  `${inWeeks(rank_days)} to rank, ${inWeeks(write_days)} to write`
