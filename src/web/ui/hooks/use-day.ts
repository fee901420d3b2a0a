import { useContext, useEffect, useState } from 'react'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from '../time-zone.ts'

const DAY_LENGTH = 'yyyy-mm-dd'.length

/** The day of a time in the organisation's time zone. */
export const useDayOf = (moment: string | Date) =>
  timestamp(moment, useContext(TimeZone)).slice(0, DAY_LENGTH)

export const useToday = () => useDayOf(new Date())

const SECOND = 1000
const MINUTE = 60 * SECOND

/** The current time, updated as often as a relative time needs: every second at first, then every minute. */
export function useNow(moment: string): Date {
  const [now, setNow] = useState(() => new Date())
  const pause = now.getTime() - new Date(moment).getTime() < MINUTE ? SECOND : MINUTE
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), pause)
    return () => clearInterval(timer)
  }, [pause])
  return now
}
