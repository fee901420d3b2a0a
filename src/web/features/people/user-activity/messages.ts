import { USUAL_DAYS } from '#shared/features/people/user-activity/contract.ts'
import { countedIn } from '#shared/format/count.ts'

export const MESSAGES = {
  logFailed: 'User activity could not be searched.',
  chartFailed: 'Couldn’t load the visits.',
  daysFailed: 'Couldn’t load the visits by day.',
  quietDays: 'No visits on these days.',
  peopleFailed: 'Users could not be searched.',
  nothingFits: 'No visits match these filters.',
  nothingYet: 'No visits yet. Each screen that someone opens appears here.',
  otherScreens: 'Other screens',
} as const

/** The size of a log: visits of the same screen within a minute share a row. */
export const visitsWords = ({ visits, total }: { visits: number; total: number }): string =>
  `${countedIn(visits, 'visit')} in ${countedIn(total, 'row')}`

export const CHART_TITLES = { role: 'Visits by role', screen: 'Visits by screen' } as const

export function daysTitle(count: number, isUpToToday: boolean): string {
  if (count === 0) return 'Visits a day'
  return isUpToToday
    ? `Visits a day, the last ${countedIn(count, 'day')}`
    : `Visits a day, ${countedIn(count, 'day')}`
}

/** The unit of the ring chart, for the same days as the bars above it. */
export const visitsUnit = ({
  startDate,
  endDate,
}: {
  startDate?: string | undefined
  endDate?: string | undefined
}) => (startDate === undefined && endDate === undefined ? `visits, ${USUAL_DAYS} days` : 'visits')
