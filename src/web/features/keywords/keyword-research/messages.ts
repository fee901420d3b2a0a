import { MOST_ADDED } from '#shared/features/keywords/keywords/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { daysBetween, dayWords } from '#shared/format/day.ts'
import { MOST_TOGETHER } from './search.ts'

/** Titles of errors. */
export const FAILURES = {
  keywords: 'Keywords could not be searched.',
  questions: 'Couldn’t search questions.',
  export: 'Couldn’t export the keywords.',
} as const

/** Saves the found keywords as a file. */
export const EXPORT = 'Export CSV'
export const NO_KEYWORDS = 'No related searches found.'
export const NO_QUESTIONS = 'No questions found.'
export const NOT_CONNECTED = {
  title: 'Keyword research isn’t connected',
  text: 'Related searches and questions come from a data provider.',
  how: 'How to connect a provider',
} as const
/** The server settings of the providers. */
export const RESEARCH_SETTINGS = [
  'KEYWORD_RESEARCH_VENDOR',
  'DATAFORSEO_LOGIN',
  'DATAFORSEO_PASSWORD',
  'SERPAPI_KEY',
] as const
/** What the field for the keywords says. */
export const FIELD = {
  begin: 'What would readers search for?',
  more: `Add another, up to ${MOST_TOGETHER}`,
  full: `${MOST_TOGETHER} keywords is the limit`,
  /** For screen readers, which do not see the dashed border. */
  waiting: 'not searched yet',
} as const
export const leftOutWords = (count: number) =>
  `${MOST_TOGETHER} keywords fit in one search. ${countedIn(count, 'keyword')} left out.`
/** The screen before the first search. */
export const START = {
  lost: 'Start with keywords you lost this week',
  examples: 'Try an example',
  recent: 'Your recent searches',
  hint: 'Type a comma to add another keyword, or paste a list. Press Enter to search them all.',
} as const
export const EXAMPLES = ['coffee grinder', 'standing desk', 'is a burr grinder worth it'] as const
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const WEEK = 7

/** `today`, `Wed` within a week, `16 Nov` before that. */
export function shortDayWords(day: string, today: string): string {
  const ago = daysBetween(day, today)
  if (ago <= 0) return 'today'
  return ago < WEEK ? WEEKDAY.format(new Date(`${day}T00:00:00Z`)) : dayWords(day, today)
}
/** The day that we lost it, and the latest holder, who may be another than the first. */
export const lostWords = (day: string, today: string, publisher: string) =>
  `lost ${shortDayWords(day, today)} · ${publisher} holds it now`
/** A keyword's lookup that failed while others succeeded. */
export const noAnswerWords = (keyword: string) => `${keyword}: no answer.`
export const COPY_ALL = 'Copy all'
export const copiedWords = (count: number) => `Copied ${countedIn(count, 'keyword')}.`
export const SELECTION = {
  label: 'Selection',
  site: 'Site (optional)',
  tags: 'Tags (optional)',
  clear: 'Clear',
} as const
export const addWords = (count: number) => `Add ${countedIn(count, 'keyword')}`
export const tooManyWords = `Select at most ${counted(MOST_ADDED)} keywords at once.`
