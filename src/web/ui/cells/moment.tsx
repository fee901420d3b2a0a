import { Clock } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { relativeTime } from '#shared/format/relative-time.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from '../time-zone.ts'

const MINUTE = 60_000
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

/** "2 hours ago", with the moment itself on hover; kept up to date while it is on screen. */
export function RelativeTime({ moment }: { moment: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return (
    <time {...useMoment(moment)} className="nowrap">
      {relativeTime(moment, now)}
    </time>
  )
}

/** How long something has been waiting, in a column's width: `2 h`, `5 d`. */
function ageOf(moment: string, now: Date): { text: string; isLate: boolean } {
  const elapsed = Math.max(0, now.getTime() - new Date(moment).getTime())
  const days = Math.floor(elapsed / DAY)
  if (days > 0) return { text: `${days} d`, isLate: days >= LATE_DAYS }
  const hours = Math.floor(elapsed / HOUR)
  return { text: hours > 0 ? `${hours} h` : `${Math.floor(elapsed / MINUTE)} min`, isLate: false }
}

/** How long something has been waiting, marked where that is too long. */
export function Age({ moment }: { moment: string }) {
  const { text, isLate } = ageOf(moment, new Date())
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
