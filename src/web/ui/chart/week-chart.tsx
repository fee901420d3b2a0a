import { useId } from 'react'
import type { Tip } from './chart-tooltip.tsx'
import type { LineStyle } from './line-style.ts'
import { LineSwatch } from './line-swatch.tsx'
import { Plot } from './plot.tsx'
import { AXIS_HEIGHT, axisWidth, Crosshair, Hatch, NoData, TimeAxis, ValueAxis } from './plot-axes.tsx'
import { PlotLine } from './plot-line.tsx'
import { MARKS_HEIGHT, PlotMarks } from './plot-marks.tsx'
import { areaOf, axisOf, extentOf, isKnown, scaleOf, type Values, withZero } from './scale.ts'
import { momentOf, monthTicks } from './time-ticks.ts'

interface WeekMark {
  /** `yyyy-MM-dd` */
  day: string
  label: string
  tone: string
}

interface WeekChartProps {
  /** Mondays, earliest first. */
  weeks: readonly string[]
  values: Values
  /** The same weeks of the previous year. */
  before: Values
  /** In px; the scale and its lines are drawn from 100 px on. */
  height: number
  words: (value: number) => string
  /** The same in a shorter form for the axis. */
  axisWords?: (value: number) => string
  /** Days of events, numbered like the list beside the chart. */
  marks?: readonly WeekMark[]
  /** Hatched periods; `to` is null while the period lasts. */
  bands?: readonly { from: string; to: string | null }[]
  /** The text alternative of the chart. */
  description: string
}

/** Below this height there is no room for a scale. */
const SCALE_FROM = 100
/** The space above a chart, for half a label of the scale or half a line, in px. */
const ABOVE = { scale: 8, line: 3 }
const EDGE = 4

export const THIS_YEAR = {
  name: 'this year',
  look: { color: 'var(--accent)', dash: 'solid', width: 1.75 },
} as const
export const YEAR_BEFORE = {
  name: 'year before',
  look: { color: 'var(--quiet)', dash: 'dashed', width: 1 },
} as const

/** The vertical axis; a small chart has no ticks and uses all of its height. */
function axisIn({ values, before, height, words, axisWords = words }: WeekChartProps, top: number) {
  const bottom = top + height
  const rows = [values, before]
  if (height > SCALE_FROM) return axisOf(rows, { top, bottom, format: axisWords })
  const extent = withZero(extentOf(rows) ?? { low: 0, high: 1 })
  const y = scaleOf(extent.low === extent.high ? { low: 0, high: 1 } : extent, { from: bottom, to: top })
  return { ticks: [], y, base: y(0) }
}

function layoutOf(chart: WeekChartProps) {
  const { weeks, height, marks = [] } = chart
  const hasScale = height > SCALE_FROM
  const top = marks.length > 0 ? MARKS_HEIGHT : hasScale ? ABOVE.scale : ABOVE.line
  const axis = axisIn(chart, top)
  const [low, high] = [momentOf(weeks[0]), momentOf(weeks.at(-1))]
  const frameIn = (width: number) => {
    const [left, right] = [hasScale ? axisWidth(axis) : 0, width - EDGE]
    const scale = scaleOf({ low, high }, { from: left, to: right })
    const x = (moment: number) => scale(Math.min(high, Math.max(low, moment)))
    return { left, right, x, placeOf: (at: number) => x(momentOf(weeks[at])) }
  }
  return { axis, top, bottom: top + height, low, high, frameIn }
}

function tipOf({ weeks, values, before, words }: WeekChartProps, at: number): Tip {
  const rowOf = ({ name, look }: { name: string; look: LineStyle }, value: number | null | undefined) => ({
    name,
    values: [isKnown(value) ? words(value) : 'unknown'],
    swatch: <LineSwatch {...look} />,
  })
  return {
    title: `Week of ${weeks[at]}`,
    rows: [rowOf(THIS_YEAR, values[at]), ...(isKnown(before[at]) ? [rowOf(YEAR_BEFORE, before[at])] : [])],
  }
}

interface BandsProps extends Required<Pick<WeekChartProps, 'bands'>> {
  x: (moment: number) => number
  top: number
  bottom: number
  right: number
}

/** Hatched periods. */
function Bands({ bands, x, top, bottom, right }: BandsProps) {
  const id = useId()
  return (
    <>
      <Hatch id={id} className="hatch-warn" />
      {bands.map(({ from, to }) => {
        const start = x(momentOf(from))
        const width = (to === null ? right : x(momentOf(to))) - start
        return (
          width > 0 && (
            <rect key={from} x={start} y={top} width={width} height={bottom - top} fill={`url(#${id})`} />
          )
        )
      })}
    </>
  )
}

/** A year of weekly values over the previous year. */
export function WeekChart(chart: WeekChartProps) {
  const { weeks, values, before, marks = [], bands = [], description } = chart
  const { axis, top, bottom, low, high, frameIn } = layoutOf(chart)
  const { y, base } = axis
  return (
    <Plot
      description={description}
      height={bottom + AXIS_HEIGHT}
      count={weeks.length}
      placeOf={(width) => frameIn(width).placeOf}
      tipOf={({ at }) => tipOf(chart, at)}
    >
      {({ width, pointed }) => {
        const { left, right, x, placeOf } = frameIn(width)
        return (
          <>
            <ValueAxis axis={axis} left={left} right={right} />
            {!values.some(isKnown) && <NoData x={(left + right) / 2} y={(top + bottom) / 2} />}
            {/* An area represents an amount, so it starts at zero, with or without a scale. */}
            <path className="plot-area" d={areaOf(values, base, placeOf, y)} />
            <PlotLine values={before} look={YEAR_BEFORE.look} name={YEAR_BEFORE.name} x={placeOf} y={y} />
            <PlotLine values={values} look={THIS_YEAR.look} name={THIS_YEAR.name} x={placeOf} y={y} />
            <Bands {...{ bands, x, top, bottom, right }} />
            <PlotMarks
              marks={marks.map((mark) => ({ ...mark, x: x(momentOf(mark.day)) }))}
              {...{ left, right, top, bottom }}
            />
            <TimeAxis ticks={monthTicks(low, high, x)} y={bottom} left={left} right={right} />
            {pointed && <Crosshair x={placeOf(pointed.at)} top={top} bottom={bottom} />}
          </>
        )
      }}
    </Plot>
  )
}
