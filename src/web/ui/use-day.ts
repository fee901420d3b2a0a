import { useContext } from 'react'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from './time-zone.ts'

const DAY_LENGTH = 'yyyy-mm-dd'.length

/** The day of a time in the organisation's time zone. */
export const useDayOf = (moment: string | Date) =>
  timestamp(moment, useContext(TimeZone)).slice(0, DAY_LENGTH)

export const useToday = () => useDayOf(new Date())
