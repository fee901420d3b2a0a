import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ROLE_IDS, ROLES } from '#shared/access/roles.ts'
import { USUAL_DAYS } from '#shared/features/people/user-activity/contract.ts'
import { largestFirst } from '#shared/features/people/user-activity/rules.ts'
import { counted } from '#shared/format/count.ts'
import { plusDays } from '#shared/format/day.ts'
import { CHART_PALETTE } from '#shared/format/labels.ts'
import { percent } from '#shared/format/percent.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { ColorSwatch } from '#web/ui/chart/color-swatch.tsx'
import { DoughnutChart, type DoughnutSlice } from '#web/ui/chart/doughnut-chart.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { useActiveTheme } from '#web/ui/theme/theme-choice.ts'
import { CHART_TITLES, MESSAGES, visitsUnit } from './messages.ts'
import { visitCountsQuery } from './queries.ts'
import { type ActivityQuestion, CHART_SIDES, type ChartSide } from './search.ts'

const ROLE_LABELS = ROLE_IDS.map((role) => ROLES[role].description)
const SIDE_LABELS = { role: 'By role', screen: 'By screen' } as const

function inWords(title: string, slices: readonly DoughnutSlice[], total: number): string {
  return `${title}: ${slices.map(({ label, count }) => `${label} ${percent(count / total)}`).join(', ')}`
}

interface DoughnutProps {
  title: string
  slices: readonly DoughnutSlice[]
  /** The unit of the number in the middle. */
  unit: string
}

function Doughnut({ title, slices, unit }: DoughnutProps) {
  const [pointed, setPointed] = useState<string>()
  const total = slices.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="shares cluster justify-center">
      <div className="shares-ring">
        <DoughnutChart slices={slices} description={inWords(title, slices, total)} highlighted={pointed} />
        <p className="shares-total stack" aria-hidden="true">
          <strong>{counted(total)}</strong>
          <span className="meta">{unit}</span>
        </p>
      </div>
      <ul className="shares-list" aria-label={title}>
        {slices.map(({ label, count, color }) => (
          <li key={label} onMouseEnter={() => setPointed(label)} onMouseLeave={() => setPointed(undefined)}>
            <ColorSwatch color={color} />
            <span className="ellipsis">{label}</span>
            <Count value={count} />
            <span className="tabular quiet">{percent(count / total)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** If no dates are chosen, the days that the bars show, so that both charts count the same visits. */
function useUsualDays(question: ActivityQuestion): ActivityQuestion {
  const today = useToday()
  const { startDate, endDate = today } = question
  return startDate === undefined ? { ...question, startDate: plusDays(endDate, 1 - USUAL_DAYS) } : question
}

interface ActivityChartProps {
  question: ActivityQuestion
  by: ChartSide
  onBy: (by: ChartSide) => void
}

/** The share of each user or screen in the visits. */
export function ActivityChart({ question, by, onBy }: ActivityChartProps) {
  // Until the organisation's time zone is known, days would be counted in the browser's.
  const { isPending } = useQuery(healthQuery)
  const counts = visitCountsQuery(useUsualDays(question), by)
  const { data, error, refetch } = useQuery({ ...counts, enabled: !isPending })
  const colors = CHART_PALETTE[useActiveTheme()]
  const slices = useMemo(
    () =>
      data &&
      largestFirst(data, colors.length, MESSAGES.otherScreens).map((entry, index) => ({
        ...entry,
        // There are at most as many slices as colours. There are fewer roles than colours, and each role has
        // its own.
        color: colors[by === 'role' ? ROLE_LABELS.indexOf(entry.label) : index] ?? colors[0],
      })),
    [data, colors, by],
  )
  const title = CHART_TITLES[by]
  return (
    <section className="sheet activity-chart" aria-labelledby="activity-chart-title">
      <header>
        <h2 id="activity-chart-title">{title}</h2>
        <Segmented<ChartSide>
          aria-label="Count visits"
          size="small"
          value={by}
          options={CHART_SIDES.map((side) => ({ value: side, label: SIDE_LABELS[side] }))}
          onChange={onBy}
        />
      </header>
      {error && !slices ? (
        <Failed title={MESSAGES.chartFailed} message={error.message} onRetry={() => void refetch()} />
      ) : !slices ? (
        <Skeleton lines={6} label="Counting visits" />
      ) : slices.length === 0 ? (
        <Empty text={MESSAGES.nothingFits} />
      ) : (
        <Doughnut title={title} slices={slices} unit={visitsUnit(question)} />
      )}
    </section>
  )
}
