const DAY_MS = 86_400_000

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const plusDays = (day: string, days: number): string => dayOf(timeOf(day) + days * DAY_MS)

/** The weeks of a month such as `2026-11`, each from Sunday to Saturday, with the days of its neighbours that fill them. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const start = plusDays(first, -new Date(timeOf(first)).getUTCDay())
  const weeks: string[][] = []
  for (let week = start; week.slice(0, 7) <= month; week = plusDays(week, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => plusDays(week, index)))
  return weeks
}

/** The month so many months later. */
export function plusMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

export const lastDayOf = (month: string): string => plusDays(`${plusMonths(month, 1)}-01`, -1)

/** Percent of the days with data on which one of ours held the keyword; null without data. */
export function winningPercentage(days: readonly { won: number }[]): number | null {
  if (days.length === 0) return null
  return (100 * days.filter(({ won }) => won > 0).length) / days.length
}
