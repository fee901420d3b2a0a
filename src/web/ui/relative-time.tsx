import { useContext, useEffect, useState } from 'react'
import { relativeTime } from '#shared/format/relative-time.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from './time-zone.ts'

const MINUTE = 60_000

/** "2 hours ago", with the moment itself on hover, by the organisation's clocks and as ISO; kept up to date while it is on screen. */
export function RelativeTime({ moment }: { moment: string }) {
  const timeZone = useContext(TimeZone)
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  const iso = new Date(moment).toISOString()
  return (
    <time dateTime={iso} title={`${timestamp(moment, timeZone)} (${iso})`} className="nowrap">
      {relativeTime(moment, now)}
    </time>
  )
}
