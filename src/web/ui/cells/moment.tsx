import { Clock } from 'lucide-react'
import { useContext } from 'react'
import { DAY_MS } from '#shared/format/duration.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from '../time-zone.ts'
import { useNow } from '../use-day.ts'

/** From this age on, a waiting item is marked as late. */
const LATE_DAYS = 5

/** The machine-readable time and the tooltip: in the organisation's time zone, and as ISO. */
function useMoment(moment: string) {
  const timeZone = useContext(TimeZone)
  const iso = new Date(moment).toISOString()
  return { dateTime: iso, title: `${timestamp(moment, timeZone)} (${iso})` }
}

/** A time as `yyyy-MM-dd HH:mm` in the organisation's time zone. */
export function Moment({ moment }: { moment: string }) {
  const timeZone = useContext(TimeZone)
  return (
    <time {...useMoment(moment)} className="tabular nowrap">
      {timestamp(moment, timeZone)}
    </time>
  )
}

/** "2 hours ago", with the time itself on hover; kept up to date while it is on screen. */
export function RelativeTime({ moment }: { moment: string }) {
  const now = useNow(moment)
  return (
    <time {...useMoment(moment)} className="nowrap">
      {relativeTime(moment, now)}
    </time>
  )
}

/** How long an item has waited, marked if it is late. */
export function WaitingSince({ moment }: { moment: string }) {
  const now = useNow(moment)
  const isLate = now.getTime() - new Date(moment).getTime() >= LATE_DAYS * DAY_MS
  return (
    <time {...useMoment(moment)} className={isLate ? 'age late' : 'age'}>
      {isLate && <Clock size={12} aria-label="waits long" />}
      {relativeTime(moment, now)}
    </time>
  )
}

interface DayProps {
  /** As `2026-11-22`. */
  day: string
  /** Another text for the day. */
  children?: string | number | undefined
}

/** A day in tabular figures. */
export function CalendarDay({ day, children = day }: DayProps) {
  return (
    <time dateTime={day} {...(children === day ? {} : { title: day })} className="tabular nowrap">
      {children}
    </time>
  )
}
