import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ROLE_IDS, ROLES } from '#shared/access/roles.ts'
import { barsOf, type DayCount } from '#shared/features/people/user-activity/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { CHART_PALETTE } from '#shared/format/labels.ts'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import { ChartLegend } from '#web/ui/chart/chart-legend.tsx'
import { ColorSwatch } from '#web/ui/chart/color-swatch.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useActiveTheme } from '#web/ui/theme/theme-choice.ts'
import { daysTitle, MESSAGES } from './messages.ts'
import { visitDaysQuery } from './queries.ts'
import type { ActivityQuestion } from './search.ts'

const sumOf = (days: readonly DayCount[]) => days.reduce((sum, { count }) => sum + count, 0)

function inWords(title: string, days: readonly DayCount[]): string {
  const most = days.reduce((one, other) => (other.count > one.count ? other : one))
  const quiet = days.filter(({ count }) => count === 0).length
  return `${title}: ${counted(sumOf(days))} visits, the most (${counted(most.count)}) on ${most.day}; ${countedIn(quiet, 'day')} without visits`
}

function Bars({ title, days }: { title: string; days: readonly DayCount[] }) {
  const colors = CHART_PALETTE[useActiveTheme()]
  const series = useMemo(
    () =>
      ROLE_IDS.map((key, index) => ({
        key,
        label: ROLES[key].description,
        // There are more colours than roles.
        color: colors[index] ?? colors[0],
        count: days.reduce((sum, { roles }) => sum + (roles.find(({ role }) => role === key)?.count ?? 0), 0),
      })).filter(({ count }) => count > 0),
    [days, colors],
  )
  return (
    <>
      <BarChart bars={barsOf(days)} series={series} description={inWords(title, days)} />
      {series.length > 1 && (
        <ChartLegend
          label={title}
          entries={series.map(({ label, color, count }) => ({
            name: label,
            swatch: <ColorSwatch color={color} />,
            value: counted(count),
          }))}
        />
      )}
    </>
  )
}

/** The number of visits per day, stacked by role. */
export function VisitDaysPanel({ question }: { question: ActivityQuestion }) {
  const { data: days, error, refetch } = useQuery(visitDaysQuery(question))
  const title = daysTitle(days?.length ?? 0, question.endDate === undefined)
  return (
    <section className="sheet activity-days" aria-labelledby="activity-days-title">
      <header>
        <h2 id="activity-days-title">{title}</h2>
        {days && <span className="meta">{counted(sumOf(days))} visits</span>}
      </header>
      {error && !days ? (
        <Failed title={MESSAGES.daysFailed} message={error.message} onRetry={() => void refetch()} />
      ) : !days ? (
        <Skeleton lines={4} label="Counting visits by day" />
      ) : sumOf(days) === 0 ? (
        <Empty text={MESSAGES.quietDays} />
      ) : (
        <Bars title={title} days={days} />
      )}
    </section>
  )
}
