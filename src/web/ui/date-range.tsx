import type { DateRangeProps } from './date-range-picker.tsx'
import { onDemand } from './on-demand.tsx'

/** Two days, both included. The calendars behind it are heavy and come after the rest of a screen. */
export const DateRange = onDemand<DateRangeProps>(
  () => import('./date-range-picker.tsx').then(({ DateRangePicker }) => DateRangePicker),
  <span className="date-range-place" />,
)
