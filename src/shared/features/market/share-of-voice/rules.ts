import { plusDays, plusMonths } from '../../../format/day.ts'

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/**
 * The weeks of a month such as `2026-11`, each from Sunday to Saturday, with the days of its neighbours that
 * fill them.
 */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const start = plusDays(first, -new Date(timeOf(first)).getUTCDay())
  const weeks: string[][] = []
  for (let week = start; week.slice(0, 7) <= month; week = plusDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => plusDays(week, index)))
  return weeks
}

export const lastDayOf = (month: string): string => plusDays(`${plusMonths(month, 1)}-01`, -1)

/** Percent of the days with data on which one of our sites held the keyword; null without data. */
export function winningPercentage(days: readonly { won: number }[]): number | null {
  if (days.length === 0) return null
  return (100 * days.filter(({ won }) => won > 0).length) / days.length
}

interface HeldSeries {
  publisher: string
  is_ours: boolean
  values: readonly (number | null)[]
}

/** First and last index with data; null without data. */
export function knownEnds(values: readonly (number | null)[]): { first: number; last: number } | null {
  const last = values.findLastIndex((value) => value !== null)
  return last < 0 ? null : { first: values.findIndex((value) => value !== null), last }
}

export interface Standing {
  publisher: string
  isOurs: boolean
  values: readonly (number | null)[]
  latest: number
  /** Since the first day with data. */
  change: number
  /** Rank among all publishers; ties share a rank. */
  place: number
}

/** Position of each publisher on the last day with data, the highest first. */
export function standingsOf(series: readonly HeldSeries[], overall: readonly (number | null)[]): Standing[] {
  const { first, last } = knownEnds(overall) ?? { first: 0, last: 0 }
  const rows = series.map(({ publisher, is_ours: isOurs, values }) => ({
    publisher,
    isOurs,
    values,
    latest: values[last] ?? 0,
    change: (values[last] ?? 0) - (values[first] ?? 0),
  }))
  return rows
    .map((row) => ({ ...row, place: 1 + rows.filter(({ latest }) => latest > row.latest).length }))
    .sort((one, other) => other.latest - one.latest)
}

export interface SharedPlaces {
  ours: number
  others: number
  /** Percent of all that are ours; null if there are none. */
  share: number | null
}

/**
 * How many keywords ours and the others held at the two ends of the days with data; null where there is no
 * data.
 */
export function sharedPlaces(
  series: readonly HeldSeries[],
  overall: readonly (number | null)[],
): { before: SharedPlaces; now: SharedPlaces } | null {
  const ends = knownEnds(overall)
  if (!ends) return null
  const at = (day: number): SharedPlaces => {
    const sum = (isOurs: boolean) =>
      series.reduce((all, { is_ours: is, values }) => all + (is === isOurs ? (values[day] ?? 0) : 0), 0)
    const [ours, others] = [sum(true), sum(false)]
    return { ours, others, share: ours + others === 0 ? null : (100 * ours) / (ours + others) }
  }
  return { before: at(ends.first), now: at(ends.last) }
}

/** Median; null for an empty list. */
function middleOf(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

/** Lowest, middle and highest of several rows of numbers, day by day. */
export function bandOf(rows: readonly (readonly (number | null)[])[], days: number) {
  const of = (pick: (known: number[]) => number | null) =>
    Array.from({ length: days }, (_, at) => {
      const known = rows.flatMap((values) => values[at] ?? [])
      return known.length === 0 ? null : pick(known)
    })
  return {
    low: of((known) => Math.min(...known)),
    middle: of(middleOf),
    high: of((known) => Math.max(...known)),
  }
}
