import { useEffect, useState } from 'react'
import { relativeTime } from '#shared/format/relative-time.ts'
import { timestamp } from '#shared/format/timestamp.ts'

const MINUTE = 60_000

/** "2 hours ago", with the moment itself on hover; kept up to date while it is on screen. */
export function RelativeTime({ moment, timeZone }: { moment: string; timeZone?: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={moment} title={timestamp(moment, timeZone)} className="nowrap">
      {relativeTime(moment, now)}
    </time>
  )
}
