import type { EventHook } from '#shared/features/operate/event-hooks/contract.ts'
import { hoursWords } from './messages.ts'

/** The height of a bar in px: that of the highest hour, and of one with any event at all. */
const HIGHEST = 22
const LOWEST = 3

interface HookHoursChartProps {
  hours: EventHook['hours']
}

/**
 * The last 24 hours, one bar each, relative to the hook's own highest hour. Failed events are hatched and empty hours a
 * hairline, so that the shape says it without colour.
 */
export function HookHoursChart({ hours }: HookHoursChartProps) {
  const most = Math.max(1, ...hours.map(({ events }) => events))
  const heightOf = (events: number) => Math.max(LOWEST, Math.round((events / most) * HIGHEST))
  return (
    <span className="hook-hours" role="img" aria-label={hoursWords(hours)}>
      {hours.map(({ events, failed }, at) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
          key={at}
          className={events === 0 ? 'none' : undefined}
          style={events === 0 ? undefined : { height: heightOf(events) }}
        >
          {failed > 0 && <b style={{ height: `${Math.min(100, (failed / events) * 100)}%` }} />}
        </i>
      ))}
    </span>
  )
}
