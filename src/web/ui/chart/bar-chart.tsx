import { counted } from '#shared/format/count.ts'
import type { Tip } from './chart-tooltip.tsx'
import { ColorSwatch } from './color-swatch.tsx'
import { Plot } from './plot.tsx'
import { AXIS_HEIGHT, axisWidth, Crosshair, NoData, TimeAxis, ValueAxis } from './plot-axes.tsx'
import { type Axis, axisOf } from './scale.ts'
import type { TimeTick } from './time-ticks.ts'

export interface BarSeries {
  key: string
  label: string
  color: string
}

export interface Bar {
  /** The name of the bar, shown in its tip and below the first and the last bar. */
  label: string
  /** By the key of the series; a missing count is zero. A negative one is drawn below zero. */
  counts: Readonly<Record<string, number>>
  /** There is no data, which differs from zero. */
  isUnknown?: boolean
}

interface BarChartProps {
  bars: readonly Bar[]
  /** From zero outwards. */
  series: readonly BarSeries[]
  /** The text alternative of the chart. */
  description: string
  /** In px, without the axis of names. */
  height?: number
  /** Small charts have no scale. */
  hasScale?: boolean
  /** The names of the bars are not a sequence like days, so each is shown below its bar if there is room. */
  isNamed?: boolean
  /** Labels below the bars in place of their names. */
  ticksOf?: (x: (at: number) => number, right: number) => readonly TimeTick[]
  /** The values of a bar; by default those of each series and their sum. */
  tipOf?: (at: number) => Tip
  /** Called when a bar is clicked, or Enter is pressed on it. */
  onChoose?: (at: number) => void
}

const HEIGHT = 160
const ABOVE = 8
/** The width of a bar as a share of its slot. */
const WIDTH = 0.72
/** A bar with a value is at least this high, in px. */
const LOWEST = 1.5
/** With more bars than this, there is no room for each name. */
const MOST_NAMED = 16
/** The width of a letter of a name, in px. */
const LETTER = 6.2

/** A positive stack and a negative one. */
const endsOf = ({ counts }: Bar) => {
  const all = Object.values(counts)
  const sumOf = (some: readonly number[]) => some.reduce((sum, count) => sum + count, 0)
  return [sumOf(all.filter((count) => count > 0)), sumOf(all.filter((count) => count < 0))]
}

function axisIn(bars: readonly Bar[], height: number): Axis {
  const ends = bars.map(endsOf)
  const isWhole = bars.every(({ counts }) => Object.values(counts).every(Number.isInteger))
  return axisOf(ends, { top: ABOVE, bottom: ABOVE + height, format: counted, least: isWhole ? 1 : 0 })
}

interface StackProps {
  bar: Bar
  series: readonly BarSeries[]
  axis: Axis
  left: number
  width: number
}

/** A bar of stacked series. */
function Stack({ bar, series, axis: { y, base }, left, width }: StackProps) {
  const reached = { up: 0, down: 0 }
  return series.map(({ key, color }) => {
    const count = bar.counts[key] ?? 0
    if (count === 0) return null
    const side = count > 0 ? 'up' : 'down'
    const from = reached[side]
    reached[side] += count
    const [start, end] = [from === 0 ? base : y(from), y(reached[side])]
    const height = Math.max(LOWEST, Math.abs(end - start))
    return (
      <rect
        key={key}
        x={left}
        y={count > 0 ? start - height : start}
        width={width}
        height={height}
        fill={color}
      />
    )
  })
}

/** The values of a bar, from the top of the stack to the bottom, and their sum. */
function stackTip({ label, counts, isUnknown }: Bar, series: readonly BarSeries[]): Tip {
  if (isUnknown) return { title: label, rows: [] }
  const rows = series
    .filter(({ key }) => series.length === 1 || counts[key])
    .toReversed()
    .map(({ key, label: name, color }) => ({
      name,
      values: [counted(counts[key] ?? 0)],
      swatch: <ColorSwatch color={color} />,
    }))
  const sum = Object.values(counts).reduce((all, count) => all + count, 0)
  return {
    title: label,
    rows: series.length === 1 ? rows : [...rows, { name: 'Total', values: [counted(sum)] }],
  }
}

/** The names below the bars: all of them, shortened, or those of the first, middle and last bar. */
function nameTicks(
  bars: readonly Bar[],
  x: (at: number) => number,
  slot: number,
  isEach: boolean,
): TimeTick[] {
  const last = bars.length - 1
  const places = isEach ? bars.map((_, at) => at) : [...new Set([0, Math.floor(last / 2), last])]
  const room = Math.max(3, Math.floor(slot / LETTER))
  return places.flatMap((at) => {
    const { label = '' } = bars[at] ?? {}
    return { x: x(at), label: isEach && label.length > room ? `${label.slice(0, room - 1)}…` : label }
  })
}

function frameIn(axis: Axis, count: number, hasScale: boolean, width: number) {
  const left = hasScale ? axisWidth(axis) : 0
  const slot = (width - left) / Math.max(1, count)
  return { left, slot, x: (at: number) => left + (at + 0.5) * slot }
}

/** Stacked bars side by side, as wide as the container. */
export function BarChart(props: BarChartProps) {
  const { bars, series, description, height = HEIGHT, hasScale = true, isNamed = false, ticksOf } = props
  const { tipOf = (at) => stackTip(bars[at] ?? { label: '', counts: {} }, series), onChoose } = props
  const axis = axisIn(bars, height)
  const bottom = ABOVE + height
  return (
    <Plot
      description={description}
      height={bottom + AXIS_HEIGHT}
      count={bars.length}
      placeOf={(width) => frameIn(axis, bars.length, hasScale, width).x}
      tipOf={({ at }) => tipOf(at)}
      {...(onChoose ? { onChoose } : {})}
    >
      {({ width, pointed }) => {
        const { left, slot, x } = frameIn(axis, bars.length, hasScale, width)
        const ticks = ticksOf?.(x, width) ?? nameTicks(bars, x, slot, isNamed && bars.length <= MOST_NAMED)
        return (
          <>
            {hasScale && <ValueAxis axis={axis} left={left} right={width} />}
            <line x1={left} x2={width} y1={axis.base} y2={axis.base} className="grid-line zero" />
            {bars.length === 0 && <NoData x={(left + width) / 2} y={ABOVE + height / 2} />}
            {pointed && <Crosshair x={x(pointed.at)} top={ABOVE} bottom={bottom} />}
            {bars.map((bar, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two bars can have one name
              <g key={`${at} ${bar.label}`} className="bar">
                {bar.isUnknown && (
                  <rect x={x(at) - slot / 2} y={ABOVE} width={slot} height={height} className="bar-unknown" />
                )}
                <Stack {...{ bar, series, axis }} left={x(at) - (slot * WIDTH) / 2} width={slot * WIDTH} />
              </g>
            ))}
            <TimeAxis ticks={ticks} y={bottom} left={left} right={width} />
          </>
        )
      }}
    </Plot>
  )
}
