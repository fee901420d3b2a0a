import { USUAL_DAYS } from '#shared/features/user-activity/contract.ts'
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

/** What the ring counts: the same days as the bars above it. */
export const visitsUnit = ({
  startDate,
  endDate,
}: {
  startDate?: string | undefined
  endDate?: string | undefined
}) => (startDate === undefined && endDate === undefined ? `visits, ${USUAL_DAYS} days` : 'visits')
