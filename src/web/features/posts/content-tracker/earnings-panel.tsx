import { useQuery } from '@tanstack/react-query'
import type { ContentRow } from '#shared/features/posts/content-tracker/contract.ts'
import { type Years, yearChange, yearsOf } from '#shared/features/posts/content-tracker/rules.ts'
import { money, wholeMoney } from '#shared/format/money.ts'
import { Delta } from '#web/ui/cells/delta.tsx'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { WeekChart } from '#web/ui/chart/week-chart.tsx'
import { YearsLegend } from '#web/ui/chart/years-legend.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'
import { CausesList } from './causes-list.tsx'
import { CAUSE_TONES, FAILURES, NO_EARNINGS, OUT_OF_STOCK_BAND } from './messages.ts'
import { causesQuery, type EarningsCauses, historyQuery } from './queries.ts'

const HEIGHT = 240
const HEIGHT_NARROW = 160
const MONTH = 4

const sumOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** The earnings of a week; a dash if unknown. */
const moneyIn = (week: number | null | undefined) => (typeof week === 'number' ? money(week) : '–')

/** The figures beside the chart. */
function Figures({ row, years }: { row: ContentRow; years: Years }) {
  const lastYear = years.before.slice(-MONTH)
  return (
    <dl className="tracker-figures">
      <dt>Last 30 days</dt>
      <dd>{row.EARNINGS === null ? '–' : money(row.EARNINGS)}</dd>
      <dt>Four weeks vs. the previous four</dt>
      <dd>
        {money(sumOf(years.year.slice(-MONTH)))} <Delta change={row.change} />
      </dd>
      <dt>Same four weeks last year</dt>
      <dd>
        {lastYear.includes(null) ? '–' : money(sumOf(lastYear))} <Delta change={yearChange(years, MONTH)} />
      </dd>
      <dt>52 weeks vs. the year before</dt>
      <dd>
        {money(sumOf(years.year))} <Delta change={yearChange(years)} />
      </dd>
    </dl>
  )
}

/** The chart's data as a table. */
function WeeksTable({ years: { weeks, year, before } }: { years: Years }) {
  return (
    <details className="tracker-weeks">
      <summary className="quiet">As table</summary>
      <div>
        <table>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              <th scope="col" className="numeric">
                This year
              </th>
              <th scope="col" className="numeric">
                Year before
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks
              .map((week, index) => (
                <tr key={week}>
                  <td>
                    <CalendarDay day={week} />
                  </td>
                  <td className="numeric tabular">{moneyIn(year[index])}</td>
                  <td className="numeric tabular">{moneyIn(before[index])}</td>
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const NOTHING_TOLD = { causes: [], outages: [] }

/** The events in the chart's period; earlier ones are only in the list beside it. */
function shownIn({ causes, outages }: EarningsCauses, weeks: readonly string[]) {
  const first = weeks[0] ?? ''
  const marks = causes.flatMap(({ day, kind }, index) =>
    day < first ? [] : [{ day, label: String(causes.length - index), tone: CAUSE_TONES[kind] }],
  )
  const bands = outages.filter(({ to }) => to === null || to > first)
  // Oldest first, as in the chart.
  return { marks: marks.toReversed(), bands: bands.map(({ from, to }) => ({ from, to })) }
}

/** A post's weekly earnings over the previous year, and the events that explain changes. */
export function EarningsPanel({ row }: { row: ContentRow }) {
  const { data, error, refetch } = useQuery(historyQuery(row))
  const told = useQuery(causesQuery(row))
  const isNarrow = useMedia(NARROW)
  if (error && !data)
    return <Failed title={FAILURES.history} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <div className="tracker-chart-place skeleton" role="status" aria-label="Loading" />
  if (data.history === null) return <p className="quiet">{data.notice}</p>
  const years = yearsOf(data.history)
  if (years === null) return <p className="quiet">{NO_EARNINGS}</p>
  const last = years.weeks.at(-1)
  const { marks, bands } = shownIn(told.data ?? NOTHING_TOLD, years.weeks)
  return (
    <div className="tracker-earnings stack bounded gap-24">
      <div>
        <div className="tracker-chart-head cluster align-baseline gap-8 row-gap-4">
          <h2>Earnings per week</h2>
          <span className="meta">52 weeks to {last && <CalendarDay day={last} />}</span>
          <YearsLegend band={bands.length > 0 ? OUT_OF_STOCK_BAND : undefined} />
        </div>
        <WeekChart
          weeks={years.weeks}
          values={years.year}
          before={years.before}
          height={isNarrow ? HEIGHT_NARROW : HEIGHT}
          words={money}
          axisWords={wholeMoney}
          marks={marks}
          bands={bands}
          description={`Earnings per week of ${row.POST_TITLE}, 52 weeks to ${last}: ${money(sumOf(years.year))} in total. The table below lists every week.`}
        />
        <WeeksTable years={years} />
      </div>
      <aside className="tracker-aside stack gap-16">
        <Figures row={row} years={years} />
        {told.error && !told.data ? (
          <Failed title={FAILURES.causes} message={told.error.message} onRetry={() => void told.refetch()} />
        ) : told.data ? (
          <CausesList causes={told.data.causes} />
        ) : (
          <Skeleton lines={3} />
        )}
      </aside>
    </div>
  )
}
