import { Clock } from 'lucide-react'
import { useContext } from 'react'
import { daysBetween, dayWords } from '#shared/format/day.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { useDayOf, useNow, useToday } from '../hooks/use-day.ts'
import { TimeZone } from '../time-zone.ts'

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

/** The day of a time, with the time itself on hover. */
export function MomentDay({ moment }: { moment: string }) {
  const [day] = timestamp(moment, useContext(TimeZone)).split(' ')
  return (
    <time {...useMoment(moment)} className="tabular nowrap">
      {day}
    </time>
  )
}

const WEEK = 7
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** As many characters as `2026-11-30T14:05:`, which is the same second in every time zone. */
const TO_SECONDS = 17

interface NearMomentProps {
  moment: string
  hasSeconds?: boolean
}

/** `14:05` today, `Wed, 14:05` within a week, `16 Nov, 14:05` otherwise; `14:05:09` with seconds. */
export function NearMoment({ moment, hasSeconds = false }: NearMomentProps) {
  const [day = '', minute = ''] = timestamp(moment, useContext(TimeZone)).split(' ')
  const seconds = new Date(moment).toISOString().slice(TO_SECONDS, TO_SECONDS + 2)
  const time = hasSeconds ? `${minute}:${seconds}` : minute
  const today = useToday()
  const days = Math.abs(daysBetween(today, day))
  const lead = days < WEEK ? WEEKDAY.format(new Date(`${day}T00:00:00Z`)) : dayWords(day, today)
  return (
    <time {...useMoment(moment)} className="tabular nowrap">
      {days === 0 ? time : `${lead}, ${time}`}
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

const relativeDay = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

/** "in 62 days", "tomorrow" or "today", with the time itself on hover; the day of a moment that has passed. */
export function DaysUntil({ moment }: { moment: string }) {
  const { dateTime, title } = useMoment(moment)
  const now = useNow(moment)
  const today = useDayOf(now)
  const day = useDayOf(moment)
  if (new Date(moment) <= now) return <MomentDay moment={moment} />
  return (
    <time dateTime={dateTime} title={title} className="nowrap">
      {relativeDay(daysBetween(today, day))}
    </time>
  )
}

/** How long an item has waited, marked if it is late. */
export function WaitingSince({ moment }: { moment: string }) {
  const now = useNow(moment)
  const isLate = now.getTime() - new Date(moment).getTime() >= LATE_DAYS * DAY_MS
  return (
    <time
      {...useMoment(moment)}
      className={
        isLate ? 'age inline-row gap-6 medium nowrap late warn-text' : 'age inline-row gap-6 medium nowrap'
      }
    >
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
