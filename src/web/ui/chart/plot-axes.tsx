import type { Axis } from './scale.ts'
import type { TimeTick } from './time-ticks.ts'

/** The width of a digit, and the distance between an axis and its labels, in px. */
const DIGIT = 7
const GUTTER = 8
/** The height of the labels of a horizontal axis, in px. */
export const AXIS_HEIGHT = 24

/** The width that the labels of vertical axes need, in px. */
export const axisWidth = (...axes: readonly Axis[]): number =>
  Math.ceil(Math.max(0, ...axes.flatMap(({ ticks }) => ticks.map(({ label }) => label.length))) * DIGIT) +
  GUTTER

interface ValueAxisProps {
  axis: Axis
  left: number
  right: number
}

/** Lines at round values, labelled on the left. Zero stands out if there are values below it. */
export function ValueAxis({ axis: { ticks, y }, left, right }: ValueAxisProps) {
  const hasLosses = ticks.some(({ value }) => value < 0)
  return ticks.map(({ value, label }) => (
    <g key={value}>
      <line
        x1={left}
        x2={right}
        y1={y(value)}
        y2={y(value)}
        className={hasLosses && value === 0 ? 'grid-line zero' : 'grid-line'}
      />
      <text x={left - GUTTER} y={y(value)} textAnchor="end" dominantBaseline="central" className="axis">
        {label}
      </text>
    </g>
  ))
}

interface TimeAxisProps {
  ticks: readonly TimeTick[]
  /** The lower edge of the plot, in px. */
  y: number
  left: number
  right: number
}

/** Labels of days or months below the plot. Those at its edges stay within it. */
export function TimeAxis({ ticks, y, left, right }: TimeAxisProps) {
  return ticks.map(({ x, label }) => {
    const half = (label.length * DIGIT) / 2
    return (
      <g key={x}>
        <line x1={x} x2={x} y1={y} y2={y + 3} className="grid-line" />
        <text
          x={Math.max(left + half, Math.min(right - half, x))}
          y={y + 16}
          textAnchor="middle"
          className="axis"
        >
          {label}
        </text>
      </g>
    )
  })
}

interface CrossLineProps {
  x: number
  top: number
  bottom: number
}

/** The vertical line through the pointed point. */
export const Crosshair = ({ x, top, bottom }: CrossLineProps) => (
  <line x1={x} x2={x} y1={top} y2={bottom} className="cross-line" />
)

interface NoDataProps {
  x: number
  y: number
}

/** The text of a plot without values. */
export const NoData = ({ x, y }: NoDataProps) => (
  <text x={x} y={y} textAnchor="middle" dominantBaseline="central" className="axis">
    No data yet
  </text>
)

interface HatchProps {
  id: string
  className?: string
}

/** A hatched pattern, for days without data and other periods. */
export const Hatch = ({ id, className = 'hatch-line' }: HatchProps) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line x1="0" x2="0" y1="0" y2="6" className={className} />
    </pattern>
  </defs>
)
