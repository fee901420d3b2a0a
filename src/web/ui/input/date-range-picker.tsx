import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useContext, useMemo } from 'react'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from '../time-zone.ts'

export interface DateRangeProps {
  label: string
  /** Days as `yyyy-MM-dd`; either end can be open. */
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  /** Whether dates are written without leading zeros; both formats are accepted as input. */
  isShort?: boolean
}

const FORMAT = 'YYYY-MM-DD'
const SHORT_FORMAT = 'YYYY-M-D'
const read = (day: string | undefined) => (day && dayjs(day).isValid() ? dayjs(day) : null)

/** The preset ranges that end today, in the organisation's time zone. */
export function rangesUntilNow(now: Date, timeZone: string | undefined) {
  const today = dayjs(timestamp(now, timeZone).slice(0, FORMAT.length))
  return [
    { label: 'Last 7 days', value: [today.subtract(6, 'day'), today] as [Dayjs, Dayjs] },
    { label: 'Last 30 days', value: [today.subtract(29, 'day'), today] as [Dayjs, Dayjs] },
    { label: 'This year', value: [today.startOf('year'), today] as [Dayjs, Dayjs] },
  ]
}

/** A date range, both days included. */
export function DateRangePicker({ label, from, to, onChange, isShort = false }: DateRangeProps) {
  const timeZone = useContext(TimeZone)
  // For another array, the picker drops a day that was entered without the other one.
  const days = useMemo((): [Dayjs | null, Dayjs | null] => [read(from), read(to)], [from, to])
  return (
    <DatePicker.RangePicker
      aria-label={label}
      placeholder={[`${label}, from`, 'to']}
      format={isShort ? [SHORT_FORMAT, FORMAT] : [FORMAT, SHORT_FORMAT]}
      value={days}
      allowEmpty={[true, true]}
      presets={rangesUntilNow(new Date(), timeZone)}
      onChange={(chosen) => onChange(chosen?.[0]?.format(FORMAT), chosen?.[1]?.format(FORMAT))}
    />
  )
}
