import { useId } from 'react'
import { DAY_MS } from '#shared/format/duration.ts'
import type { LineStyle } from '#web/ui/chart/line-style.ts'
import { Plot } from '#web/ui/chart/plot.tsx'
import { AXIS_HEIGHT, axisWidth, Crosshair, NoData, TimeAxis, ValueAxis } from '#web/ui/chart/plot-axes.tsx'
import { PlotLine } from '#web/ui/chart/plot-line.tsx'
import { type Axis, axisOf, scaleOf, stepsOf, type Values } from '#web/ui/chart/scale.ts'
import { momentOf, monthTicks } from '#web/ui/chart/time-ticks.ts'

/** A week of seven days and its value. */
export interface Week {
  /** The first day, as `yyyy-MM-dd`. */
  date: string
  value: number
}

interface MarketChartProps {
  /** Earliest first. Unknown weeks are missing and leave a gap. */
  weeks: readonly Week[]
  /** The same weeks of the previous year, as far as known. */
  before?: Values
  shape: 'line' | 'steps' | 'bars'
  tone: 'accent' | 'warn' | 'note'
  /** The index of the hovered week, in whichever chart it is hovered. */
  at: number | null
  onPoint: (at: number | null) => void
  /** Formats the numbers of the axis. */
  formatAxis: (value: number) => string
  /** The text about a week; without a hovered one, the meaning of a point. */
  words: (week: Week | undefined, before: number | null | undefined) => string
  /** The text alternative of the chart. */
  description: string
  /** The index of a highlighted bar. */
  peak?: number
}

const HEIGHT = 72
const TOP = 8
const BOTTOM = TOP + HEIGHT
const RIGHT = 6
const WEEK_MS = 7 * DAY_MS
const BEFORE: LineStyle = { color: 'var(--field)', dash: 'dashed', width: 1 }

const middleOf = ({ date }: Week) => momentOf(date) + WEEK_MS / 2

/** A week is as wide as its seven days. */
function frameIn(weeks: readonly Week[], axis: Axis, width: number) {
  const from = momentOf(weeks[0]?.date)
  const to = momentOf(weeks.at(-1)?.date) + WEEK_MS
  const [left, right] = [axisWidth(axis), width - RIGHT]
  return { from, to, left, right, x: scaleOf({ low: from, high: to }, { from: left, to: right }) }
}

/** The weeks with an empty one for each gap, as a line has a gap only between its values. */
const withGaps = (weeks: readonly Week[], values: Values) =>
  weeks.flatMap((week, at) => {
    const last = weeks[at - 1]
    const point = { moment: middleOf(week), value: values[at] }
    const isGap = last !== undefined && momentOf(last.date) + WEEK_MS < momentOf(week.date)
    return isGap ? [{ moment: middleOf(last) + WEEK_MS, value: null }, point] : [point]
  })

interface ShapeProps {
  weeks: readonly Week[]
  axis: Axis
  x: (moment: number) => number
}

interface WeekLineProps extends ShapeProps {
  name: string
  values: Values
  look: LineStyle
}

/** A line through the middles of the weeks. */
function WeekLine({ weeks, values, axis, x, ...line }: WeekLineProps) {
  const points = withGaps(weeks, values)
  return (
    <PlotLine
      {...line}
      values={points.map(({ value }) => value)}
      x={(at) => x(points[at]?.moment ?? 0)}
      y={axis.y}
    />
  )
}

function Bars({ weeks, axis: { y, base }, x, peak }: ShapeProps & Pick<MarketChartProps, 'peak'>) {
  return weeks.map(({ date, value }, index) => {
    const [start, height] = [x(momentOf(date)), y(value)]
    return (
      <rect
        key={date}
        className={index === peak ? 'week-bar peak' : 'week-bar'}
        x={start}
        y={Math.min(base, height)}
        width={Math.max(1, x(momentOf(date) + WEEK_MS) - start - 1)}
        height={Math.abs(base - height)}
      />
    )
  })
}

/** A step for each week from its first day to its last. */
function Steps({ weeks, axis, x, color }: ShapeProps & { color: string }) {
  const spans = weeks.map(({ date, value }) => ({
    from: momentOf(date),
    to: momentOf(date) + WEEK_MS,
    value,
  }))
  return (
    <path className="plot-line" d={stepsOf(spans, x, axis.y)} fill="none" stroke={color} strokeWidth="1.5" />
  )
}

/** A small chart of weeks. The pointer or the arrow keys select a week in all charts at once. */
export function MarketChart(props: MarketChartProps) {
  const { weeks, before = [], shape, tone, at, onPoint, formatAxis, words, description, peak } = props
  const id = useId()
  const values = weeks.map(({ value }) => value)
  const least = shape === 'steps' ? 0 : 1
  const axis = axisOf([values, before], { top: TOP, bottom: BOTTOM, format: formatAxis, least })
  const color = `var(--${tone})`
  const shown = at === null ? undefined : weeks[at]
  return (
    <div className="market-chart">
      <Plot
        description={description}
        describedBy={id}
        height={BOTTOM + AXIS_HEIGHT}
        count={weeks.length}
        placeOf={(width) => (index) =>
          frameIn(weeks, axis, width).x(weeks[index] ? middleOf(weeks[index]) : 0)
        }
        at={at}
        onPoint={onPoint}
      >
        {({ width }) => {
          const { from, to, left, right, x } = frameIn(weeks, axis, width)
          const place = { weeks, axis, x }
          return (
            <>
              <ValueAxis axis={axis} left={left} right={right} />
              {weeks.length === 0 && <NoData x={(left + right) / 2} y={(TOP + BOTTOM) / 2} />}
              <WeekLine {...place} name="a year earlier" values={before} look={BEFORE} />
              {shape === 'bars' && <Bars {...place} peak={peak} />}
              {shape === 'steps' && <Steps {...place} color={color} />}
              {shape === 'line' && (
                <WeekLine
                  {...place}
                  name="weeks"
                  values={values}
                  look={{ color, dash: 'solid', width: 1.5 }}
                />
              )}
              {weeks.length > 0 && (
                <TimeAxis ticks={monthTicks(from, to, x)} y={BOTTOM} {...{ left, right }} />
              )}
              {shown && <Crosshair x={x(middleOf(shown))} top={TOP} bottom={BOTTOM} />}
            </>
          )
        }}
      </Plot>
      <span className="week-value meta tabular" id={id} aria-live="polite">
        {words(shown, at === null ? undefined : before[at])}
      </span>
    </div>
  )
}
