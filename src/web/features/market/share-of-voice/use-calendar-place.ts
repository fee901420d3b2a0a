import { useToday } from '#web/ui/hooks/use-day.ts'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** A month or year that can be shown; other values in an address are ignored. */
const SHOWABLE = /^2\d{3}(-(0[1-9]|1[0-2]))?$/

export interface CalendarPlace {
  /** `2026-11` is a month, `2026` a year. */
  shown: string
  isYear: boolean
  name: string
}

/** The month or year of the calendar; by default the current month. */
export function useCalendarPlace(asked: string | undefined): CalendarPlace {
  const today = useToday()
  const shown = asked !== undefined && SHOWABLE.test(asked) ? asked : today.slice(0, 7)
  const isYear = shown.length === 4
  return { shown, isYear, name: isYear ? shown : MONTH.format(new Date(`${shown}-01T00:00:00Z`)) }
}
