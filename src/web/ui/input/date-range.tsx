import { onDemand } from '../overlay/on-demand.tsx'
import type { DateRangeProps } from './date-range-picker.tsx'

/** A date range, both days included. Its calendars are large and are loaded after the rest of a screen. */
export const DateRange = onDemand<DateRangeProps>(
  () => import('./date-range-picker.tsx').then(({ DateRangePicker }) => DateRangePicker),
  <span className="date-range-place" />,
)
