import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { hoursWords } from './messages.ts'

const HEIGHT = 40
const CALLS = [{ key: 'calls', label: 'Calls', color: 'var(--accent)' }]

const nameOf = (ago: number) => (ago === 0 ? 'now' : `${ago} h ago`)

/** Deliveries per hour, oldest first. */
export const WebhookHoursChart = ({ hours }: { hours: readonly number[] }) => (
  <BarChart
    bars={hours.map((calls, at) => ({ label: nameOf(hours.length - 1 - at), counts: { calls } }))}
    series={CALLS}
    description={hoursWords(hours)}
    height={HEIGHT}
  />
)
