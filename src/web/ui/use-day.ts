import { useContext } from 'react'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from './time-zone.ts'

const DAY_LENGTH = 'yyyy-mm-dd'.length

/** A moment's day by the organisation's clocks. */
export const useDayOf = (moment: string | Date) =>
  timestamp(moment, useContext(TimeZone)).slice(0, DAY_LENGTH)

export const useToday = () => useDayOf(new Date())
