import { Clock } from 'lucide-react'
import { useContext } from 'react'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from '#web/ui/time-zone.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** From here on something has waited too long. */
const LATE_DAYS = 5

/** How long something has been waiting, in a column's width: `2 h`, `5 d`. */
export function ageOf(moment: string, now: Date): { text: string; isLate: boolean } {
  const elapsed = Math.max(0, now.getTime() - new Date(moment).getTime())
  const days = Math.floor(elapsed / DAY)
  if (days > 0) return { text: `${days} d`, isLate: days >= LATE_DAYS }
  const hours = Math.floor(elapsed / HOUR)
  return { text: hours > 0 ? `${hours} h` : `${Math.floor(elapsed / 60_000)} min`, isLate: false }
}

export function AgeCell({ moment }: { moment: string }) {
  const timeZone = useContext(TimeZone)
  const { text, isLate } = ageOf(moment, new Date())
  return (
    <span
      className={isLate ? 'age late' : 'age'}
      title={`${timestamp(moment, timeZone)} (${new Date(moment).toISOString()})`}
    >
      {isLate && <Clock size={14} aria-label="waits long" />}
      {text}
    </span>
  )
}
