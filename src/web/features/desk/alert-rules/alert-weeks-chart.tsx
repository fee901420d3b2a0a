import type { AlertWeek } from '#shared/features/desk/alert-rules/contract.ts'
import { counted } from '#shared/format/count.ts'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import type { Tip } from '#web/ui/chart/chart-tooltip.tsx'
import { ColorSwatch } from '#web/ui/chart/color-swatch.tsx'
import { scaleOf } from '#web/ui/chart/scale.ts'
import { dayWithYear, momentOf, monthTicks } from '#web/ui/chart/time-ticks.ts'

interface AlertWeeksProps {
  weeks: readonly AlertWeek[]
  /** The text alternative of the chart. */
  description: string
  /** Called with a chosen week that has alerts. */
  onOpen: (week: string) => void
}

export const THIS_RULE = { key: 'alerts', label: 'this rule', color: 'var(--accent)' }
export const LOOSER_RULE = { key: 'more', label: 'next lower threshold', color: 'var(--field)' }

/**
 * Leaves out uncounted weeks at the beginning, so that the known ones get all the width. The text above says
 * how much of the year is covered.
 */
const sinceKnown = (weeks: readonly AlertWeek[]) =>
  weeks.slice(
    Math.max(
      0,
      weeks.findIndex(({ alerts }) => alerts !== null),
    ),
  )

function tipOf({ week, alerts, looser }: AlertWeek): Tip {
  const rowOf = ({ label, color }: typeof LOOSER_RULE, count: number | null) =>
    count === null ? [] : [{ name: label, values: [counted(count)], swatch: <ColorSwatch color={color} /> }]
  return {
    title: `Week of ${dayWithYear(week)}`,
    rows: [...rowOf(THIS_RULE, alerts), ...rowOf(LOOSER_RULE, looser)],
  }
}

/** A bar for each week: the alerts that the rule would have sent, over those of the next looser threshold. */
export function AlertWeeksChart({ weeks: all, description, onOpen }: AlertWeeksProps) {
  const weeks = sinceKnown(all)
  const [first, last] = [momentOf(weeks[0]?.week), momentOf(weeks.at(-1)?.week)]
  return (
    <BarChart
      bars={weeks.map(({ week, alerts, looser }) => ({
        label: week,
        counts: { alerts: alerts ?? 0, more: Math.max(0, (looser ?? 0) - (alerts ?? 0)) },
        isUnknown: alerts === null,
      }))}
      series={[THIS_RULE, LOOSER_RULE]}
      description={description}
      ticksOf={(x) =>
        monthTicks(first, last, scaleOf({ low: first, high: last }, { from: x(0), to: x(weeks.length - 1) }))
      }
      tipOf={(at) => (weeks[at] ? tipOf(weeks[at]) : { title: '', rows: [] })}
      onChoose={(at) => {
        const week = weeks[at]
        if (week?.alerts) onOpen(week.week)
      }}
    />
  )
}
