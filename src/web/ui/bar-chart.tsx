import { useState } from 'react'
import { counted } from '#shared/format/count.ts'

export interface BarSeries {
  key: string
  label: string
  color: string
}

export interface Bar {
  /** The name of the bar, shown on hover and below the first and the last bar. */
  label: string
  /** By the key of the series; a missing count is zero. */
  counts: Readonly<Record<string, number>>
}

interface BarChartProps {
  bars: readonly Bar[]
  /** From bottom to top. */
  series: readonly BarSeries[]
  /** The text alternative of the chart. */
  description: string
  /** The names of the bars are not a sequence like days, so each is shown below its bar if there is room. */
  isNamed?: boolean
}

/** With more bars than this, there is no room for each name. */
const MOST_NAMED = 16

/** The names below the bars: all of them, or those of the first, middle and last bar. */
function Names({ bars, isEach }: { bars: readonly Bar[]; isEach: boolean }) {
  const ends = [0, ...(bars.length > 2 ? [Math.floor((bars.length - 1) / 2)] : []), bars.length - 1]
  const named = isEach ? bars : [...new Set(ends)].flatMap((at) => bars[at] ?? [])
  return (
    <div className={isEach ? 'bars-names meta' : 'bars-ends meta'} aria-hidden="true">
      {named.map(({ label }) => (
        <span key={label} title={label}>
          {label}
        </span>
      ))}
    </div>
  )
}

/** The width of a bar as a share of its slot. */
const WIDTH = 0.72
const totalOf = ({ counts }: Bar) => Object.values(counts).reduce((sum, count) => sum + count, 0)

const STEPS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10]

/** The next round number that can be halved: 4, 10, 12, 20, 120, … */
export function roundTop(largest: number): number {
  if (largest <= 4) return 4
  const ten = 10 ** Math.floor(Math.log10(largest))
  return STEPS.map((step) => step * ten).find((top) => top >= largest && top % 2 === 0) ?? largest
}

function Tip({ bar, series, at }: { bar: Bar; series: readonly BarSeries[]; at: number }) {
  const place = at > 0.5 ? { right: `${(1 - at) * 100}%` } : { left: `${at * 100}%` }
  return (
    <div className="bars-tip" style={place}>
      <b>{bar.label}</b>
      {series.length > 1 &&
        series
          .toReversed()
          .filter(({ key }) => bar.counts[key])
          .map(({ key, label, color }) => (
            <span key={key}>
              <i className="swatch" style={{ background: color }} />
              {label}
              <span className="tabular">{counted(bar.counts[key] ?? 0)}</span>
            </span>
          ))}
      <span>
        Together<span className="tabular">{counted(totalOf(bar))}</span>
      </span>
    </div>
  )
}

/** A stacked bar in the chart's own units: one unit wide, from 0 at the bottom to `top`. */
function Stack({
  bar,
  series,
  at,
  top,
}: {
  bar: Bar
  series: readonly BarSeries[]
  at: number
  top: number
}) {
  let below = 0
  return series.map(({ key, color }) => {
    const count = bar.counts[key] ?? 0
    below += count
    return (
      count > 0 && (
        <rect key={key} x={at + (1 - WIDTH) / 2} y={top - below} width={WIDTH} height={count} fill={color} />
      )
    )
  })
}

/** Stacked bars side by side, as wide as the container. */
export function BarChart({ bars, series, description, isNamed = false }: BarChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const top = roundTop(Math.max(0, ...bars.map(totalOf)))
  const shown = pointed === null ? undefined : bars[pointed]
  return (
    <div className="bars" role="img" aria-label={description}>
      <div className="bars-scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{counted(value)}</span>
        ))}
      </div>
      <div className="bars-plot" aria-hidden="true" onPointerLeave={() => setPointed(null)}>
        <svg viewBox={`0 0 ${bars.length} ${top}`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((bar, at) => (
            <g
              key={bar.label}
              className={at === pointed ? 'standing' : undefined}
              onPointerEnter={() => setPointed(at)}
              onPointerDown={() => setPointed(at)}
            >
              <rect x={at} y={0} width={1} height={top} fill="transparent" />
              <Stack bar={bar} series={series} at={at} top={top} />
            </g>
          ))}
        </svg>
        {shown && pointed !== null && <Tip bar={shown} series={series} at={(pointed + 0.5) / bars.length} />}
      </div>
      <Names bars={bars} isEach={isNamed && bars.length <= MOST_NAMED} />
    </div>
  )
}
