import { countedIn } from '#shared/format/count.ts'

export const MESSAGES = {
  logFailed: 'User activity could not be searched.',
  chartFailed: 'The visits could not be counted.',
  daysFailed: 'The visits by day could not be counted.',
  quietDays: 'No visits on these days.',
  peopleFailed: 'Users could not be searched.',
  nothingFits: 'No visits fit these filters.',
  nothingYet: 'Nobody has opened a screen yet. Every visit of a screen appears here.',
  otherScreens: 'Other screens',
} as const

/** What a log comes to: visits of one screen within a minute stand in one line. */
export const visitsWords = ({ visits, total }: { visits: number; total: number }): string =>
  `${countedIn(visits, 'visit')} in ${countedIn(total, 'line')}`

export const CHART_TITLES = { role: 'Visits by role', screen: 'Visits by screen' } as const

export function daysTitle(count: number, isUpToToday: boolean): string {
  if (count === 0) return 'Visits a day'
  return isUpToToday
    ? `Visits a day, the last ${countedIn(count, 'day')}`
    : `Visits a day, ${countedIn(count, 'day')}`
}

/** What the ring counts: days beside it show the last ones, unless dates are asked for. */
export const visitsUnit = ({
  startDate,
  endDate,
}: {
  startDate?: string | undefined
  endDate?: string | undefined
}) => (startDate === undefined && endDate === undefined ? 'visits, all days' : 'visits')
