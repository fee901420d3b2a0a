import {
  type CauseKind,
  FLAG_LABELS,
  FLAG_RULES,
  FLAGS,
  type Flag,
  NO_FLAG,
  type RefreshKind,
  type Renewal,
} from '#shared/features/posts/content-tracker/rules.ts'
import { dayWords } from '#shared/format/day.ts'
import { isOneOf } from '#shared/format/keys.ts'

/** Titles of errors. */
export const FAILURES = {
  content: 'Posts could not be searched.',
  overview: 'There was a problem loading the graph data.',
  history: 'There was a problem loading the graph data.',
  products: 'There was a problem loading the product data.',
  causes: 'Couldn’t load what moved the earnings.',
  update: 'Couldn’t request the update',
} as const

export const CSV_EXPORT = 'CSV Export'
export const EXPORT_ABOUT = 'One row per post, with the current filters.'

export const EMPTY_TITLE = 'No posts yet'
export const EMPTY_CONTENT =
  'Import a site’s posts to see their earnings, sold-out products and falling results.'
export const IMPORT_POSTS = 'Import posts'
export const ASK_TO_IMPORT = 'Ask an administrator to import your posts.'
export const UNMATCHED = 'No posts match these filters.'
export const CLEAR_FILTERS = 'Clear Filters'
export const NO_PRODUCTS = 'This post doesn’t recommend any products.'
export const NO_EARNINGS = 'No earnings in these 52 weeks'
export const EARNINGS_UNKNOWN = 'earnings unknown'

interface Late {
  site_name: string
  last_week: string
  is_waited_for: boolean
}

const MOST_NAMED = 3
const listed = new Intl.ListFormat('en-GB')

/** The sites without reports, and the last reported week of each. */
function silenceOf(sites: readonly Late[]): string {
  const named = sites
    .slice(0, MOST_NAMED)
    .map(({ site_name: name, last_week: week }) => `${name} after the week of ${week}`)
  const rest = sites.length - named.length
  return `No earnings reported for ${listed.format(rest > 0 ? [...named, `${rest} more`] : named)}`
}

/**
 * Why a weekly chart ends before the last complete week or leaves out a site; empty if all sites have
 * reported.
 */
export function lateNotes(late: readonly Late[], isOfOneSite: boolean): string[] {
  if (isOfOneSite) return late.length === 0 ? [] : [`${silenceOf(late)}.`]
  const waited = late.filter((site) => site.is_waited_for)
  const left = late.filter((site) => !site.is_waited_for)
  return [
    ...(waited.length === 0
      ? []
      : [`${silenceOf(waited)}: the total ends with the week of ${waited[0]?.last_week}.`]),
    ...(left.length === 0
      ? []
      : [`${silenceOf(left)}: later weeks don’t include ${left.length === 1 ? 'it' : 'them'}.`]),
  ]
}

export const NO_TASK = 'No task'
/** Shown as not loaded, where an empty place would look like there is no task. */
export const NOT_LOADED = 'The task of this post'
export const NO_NOTES = 'The task has no notes.'
export const NOT_VERIFIED = 'could not verify'

export const PANEL_LABELS = {
  products: 'Products',
  earnings: 'Earnings history',
  notes: 'Notes',
} as const

const isFlag = (flag: string): flag is Flag => isOneOf(FLAGS, flag)

/** The label of a flag; an unknown flag is shown as its source writes it. */
export const flagLabel = (flag: string): string => (isFlag(flag) ? FLAG_LABELS[flag] : flag)

/** The same in a shorter form. */
export const shortFlagLabel = (flag: string): string =>
  flag === 'STALE_180D' ? 'Stale 180 d' : flagLabel(flag)

/** The rule by which a post gets the flag. */
export const flagRule = (flag: string): string => (isFlag(flag) ? FLAG_RULES[flag] : flag)

/** By priority. */
export const FACT_FLAGS = [
  'EARNINGS_DROP',
  'INVALID_ASIN',
  'OUT_OF_STOCK',
  'STALE_180D',
  'NO_KEYWORD',
  NO_FLAG,
] as const
export type FactFlag = (typeof FACT_FLAGS)[number]

export const CLICKS_UNKNOWN =
  'No data: the site isn’t connected to Google Search Console, or hasn’t been fully read yet.'

/** The period of the clicks, by its last day as `yyyy-MM-dd`. */
export const clicksWords = (until: string, today: string): string =>
  `From Google Search, in the 30 days to ${dayWords(until, today)}`

export const REQUEST_UPDATE = 'Request update'
/** The title and introduction of a request, by the kind of change it asks for. */
export const REQUESTS: Readonly<Record<Exclude<Renewal, 'article'>, { title: string; about: string }>> = {
  post: {
    title: 'Rewrite this post?',
    about:
      'It wasn’t written in Copydesk. Approving the update replaces its whole text; its URL stays the same.',
  },
  another: {
    title: 'This creates a second post',
    about:
      'This post wasn’t written in Copydesk, and its site doesn’t allow us to change such posts. Publishing the article adds a second post and leaves this one as it is.',
  },
}
/** Shown at the keyword field of an update, which is required. */
export const KEYWORD_MISSING = 'This post has no keyword. Enter the one to write for.'
export const REQUEST_ARTICLE = 'Request new article'
export const UPDATE_UNDER_WAY = 'Update in progress'
export const NO_REASONS = 'No reason to refresh it now.'
export const REFRESH_COLUMN = 'Refresh'

export const refreshTitle = (title: string): string => `Refresh ${title}`

export const REFRESH_LABELS: Readonly<Record<RefreshKind, string>> = {
  earnings: 'Earnings',
  stock: 'Stock',
  age: 'Age',
  share: 'Share of voice',
  keyword: 'No keyword',
  clicks: 'Clicks',
}

export const NO_CAUSES = 'We found nothing that moved earnings in these 52 weeks.'
export const OUT_OF_STOCK_BAND = 'top pick out of stock'

/** Labels of events; they follow the names of products and precede all others. */
export const CAUSE_WORDS: Readonly<Record<CauseKind, string>> = {
  out: ', sold out',
  back: ', back in stock',
  lost: 'Lost',
  won: 'Won',
  published: 'Published',
  updated: 'Updated',
  changed: 'Changed on its site',
}

export const CAUSE_TONES: Readonly<Record<CauseKind, string>> = {
  out: 'warn',
  back: 'good',
  lost: 'bad',
  won: 'good',
  published: 'accent',
  updated: 'accent',
  changed: 'accent',
}

/** The effect of an update: `+18 % in 8 weeks`. */
export const effectWords = ({ share, weeks }: { share: number; weeks: number }): string =>
  `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(0)} % in ${weeks} weeks`
