import { Clock } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { relativeTime } from '#shared/format/relative-time.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from '../time-zone.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** From here on something has waited too long. */
const LATE_DAYS = 5

/** A moment for machines, and what hovering says: the organisation's clocks, and as ISO. */
function useMoment(moment: string) {
  const timeZone = useContext(TimeZone)
  const iso = new Date(moment).toISOString()
  return { dateTime: iso, title: `${timestamp(moment, timeZone)} (${iso})` }
}

/** Now, as far as it matters to whoever counts from a moment: by the second at first, then by the minute. */
function useNow(moment: string): Date {
  const [now, setNow] = useState(() => new Date())
  const pause = now.getTime() - new Date(moment).getTime() < MINUTE ? SECOND : MINUTE
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), pause)
    return () => clearInterval(timer)
  }, [pause])
  return now
}

/** A moment as `yyyy-MM-dd HH:mm` by the organisation's clocks. */
export function Moment({ moment }: { moment: string }) {
  const timeZone = useContext(TimeZone)
  return (
    <time {...useMoment(moment)} className="tabular nowrap">
      {timestamp(moment, timeZone)}
    </time>
  )
}

/** "2 hours ago", with the moment itself on hover; kept up to date while it is on screen. */
export function RelativeTime({ moment }: { moment: string }) {
  const now = useNow(moment)
  return (
    <time {...useMoment(moment)} className="nowrap">
      {relativeTime(moment, now)}
    </time>
  )
}

/** How long something has been waiting, in a column's width: `8 s`, `2 h`, `5 d`. */
function ageOf(moment: string, now: Date): { text: string; isLate: boolean } {
  const elapsed = Math.max(0, now.getTime() - new Date(moment).getTime())
  const days = Math.floor(elapsed / DAY)
  if (days > 0) return { text: `${days} d`, isLate: days >= LATE_DAYS }
  if (elapsed >= HOUR) return { text: `${Math.floor(elapsed / HOUR)} h`, isLate: false }
  if (elapsed >= MINUTE) return { text: `${Math.floor(elapsed / MINUTE)} min`, isLate: false }
  return { text: `${Math.max(1, Math.floor(elapsed / SECOND))} s`, isLate: false }
}

/** How long something has been waiting, marked where that is too long. */
export function Age({ moment }: { moment: string }) {
  const { text, isLate } = ageOf(moment, useNow(moment))
  return (
    <time {...useMoment(moment)} className={isLate ? 'age late' : 'age'}>
      {isLate && <Clock size={14} aria-label="waits long" />}
      {text}
    </time>
  )
}

interface DayProps {
  /** As `2026-11-22`. */
  day: string
  /** What stands for it where it has a name of its own. */
  children?: string | number | undefined
}

/** A day, in figures of one width. */
export function Day({ day, children = day }: DayProps) {
  return (
    <time dateTime={day} {...(children === day ? {} : { title: day })} className="tabular nowrap">
      {children}
    </time>
  )
}
