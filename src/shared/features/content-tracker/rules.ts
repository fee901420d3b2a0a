import { plusDays } from '../../format/day.ts'

/** What a post can be marked with, in the order of their bits. A warehouse may know others, which are shown raw. */
export const FLAGS = ['OUT_OF_STOCK', 'NO_KEYWORD', 'STALE_180D', 'EARNINGS_DROP'] as const
export type Flag = (typeof FLAGS)[number]

/** The bit that stands for a flag. That of `OUT_OF_STOCK` is written by triggers, too. */
export const flagBit = (flag: Flag): number => 1 << FLAGS.indexOf(flag)

/** The flags whose bits are set. */
export const flagsOf = (bits: number): Flag[] => FLAGS.filter((flag) => (bits & flagBit(flag)) !== 0)

/** What each flag says of a post, for people. */
export const FLAG_LABELS: Readonly<Record<Flag, string>> = {
  EARNINGS_DROP: 'Earnings drop',
  OUT_OF_STOCK: 'Out of stock',
  STALE_180D: 'Stale, 180 days',
  NO_KEYWORD: 'No keyword',
}

/** By which rule a post gets each flag, for people. */
export const FLAG_RULES: Readonly<Record<Flag, string>> = {
  EARNINGS_DROP:
    'The last four full weeks earned at least 30 % and $20 a week less than the four weeks before them.',
  OUT_OF_STOCK: 'At least one of its products is out of stock.',
  STALE_180D: 'Neither published nor changed in the last 180 days.',
  NO_KEYWORD: 'It has no focus keyword.',
}

/** Asks for posts without any flag. */
export const NO_FLAG = 'NONE'

/** Days without a change after which a post is stale. */
export const STALE_DAYS = 180

/** The days that `EARNINGS` is about, today included. */
export const EARNINGS_DAYS = 30

const DROP_WEEKS = 4
/** A drop is so much of what was earned before… */
export const DROP_SHARE = 0.3
/** …and at least so much in these weeks together, in cents. */
export const DROP_LEAST_CENTS = DROP_WEEKS * 2000

/** Whether four weeks' earnings are a drop from those of the four weeks before. Both in cents. */
export const isDrop = ({ last, before }: { last: number; before: number }): boolean =>
  before - last >= DROP_LEAST_CENTS && before - last >= before * DROP_SHARE

/** The Monday of the week that a day is in. */
export function weekOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return plusDays(day, -((weekday + 6) % 7))
}

/** Which weeks count for what on a day. All are Mondays or days, `yyyy-MM-dd`, and both ends count. */
export interface Weeks {
  /** The trailing 30 days, today being one. */
  trailing: { from: string; to: string }
  /** The last four full weeks, and the four before them. */
  last: { from: string; to: string }
  before: { from: string; to: string }
}

/**
 * The weeks that count on a day. Reports come late: the last full week is one that was told of, where `told` is the
 * newest week that anything is known of.
 */
export function weeksOn(today: string, told: string | null = null): Weeks {
  const full = plusDays(weekOf(today), -7)
  const newest = told !== null && told < full ? told : full
  return {
    trailing: { from: plusDays(today, 1 - EARNINGS_DAYS), to: today },
    last: { from: plusDays(newest, -7 * (DROP_WEEKS - 1)), to: newest },
    before: { from: plusDays(newest, -7 * (2 * DROP_WEEKS - 1)), to: plusDays(newest, -7 * DROP_WEEKS) },
  }
}

/** How much more or less, as a share of what was before; null where nothing was before. */
export const changeOf = ({ last, before }: { last: number; before: number }): number | null =>
  before > 0 ? (last - before) / before : null

/** Weeks of a row's small picture, and of the history. */
export const ROW_WEEKS = 26
export const HISTORY_WEEKS = 104

/** Weeks of a year, as they are compared with those of the year before. */
export const YEAR_WEEKS = 52

export interface Years {
  /** The Mondays of the last 52 weeks, the earliest first. */
  weeks: string[]
  /** US dollars of each of them. */
  year: number[]
  /** The same 52 weeks earlier; null before anything is known. */
  before: (number | null)[]
}

/** The last 52 weeks beside those of the year before; null where nothing is known. Weeks that nobody tells of earned nothing. */
export function yearsOf(history: readonly { WEEK_START_DATE: string; EARNINGS: number }[]): Years | null {
  const byWeek = new Map(history.map(({ WEEK_START_DATE, EARNINGS }) => [WEEK_START_DATE, EARNINGS]))
  const known = [...byWeek.keys()].sort()
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return null
  const weeks = Array.from({ length: YEAR_WEEKS }, (_, index) => plusDays(last, 7 * (index + 1 - YEAR_WEEKS)))
  const earlier = weeks.map((week) => plusDays(week, -7 * YEAR_WEEKS))
  return {
    weeks,
    year: weeks.map((week) => byWeek.get(week) ?? 0),
    before: earlier.map((week) => (week < first ? null : (byWeek.get(week) ?? 0))),
  }
}

const sumOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** How the last weeks compare with the same weeks a year before, as a share; null where not all of those are known. */
export function yearChange({ year, before }: Years, weeks = YEAR_WEEKS): number | null {
  const earlier = before.slice(-weeks)
  if (earlier.includes(null)) return null
  return changeOf({ last: sumOf(year.slice(-weeks)), before: sumOf(earlier) })
}
