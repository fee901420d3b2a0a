import { avoidOverlaps } from './scale.ts'

const RADIUS = 8
/** The space that the numbers need above a plot, in px. */
export const MARKS_HEIGHT = 2 * RADIUS + 4
/** The height at which the lines reach their day, in px below the upper edge. */
const BEND = 8

interface PlotMarksProps {
  /** The horizontal position, number and tone of each event. */
  marks: readonly { x: number; label: string; tone?: string }[]
  left: number
  right: number
  top: number
  bottom: number
}

/** A numbered line for each event. The numbers of events on close days are side by side above the plot. */
export function PlotMarks({ marks, left, right, top, bottom }: PlotMarksProps) {
  const places = avoidOverlaps(
    marks.map(({ x }) => x),
    { apart: 2 * RADIUS + 1, top: left + RADIUS, bottom: right - RADIUS },
  )
  const middle = top - RADIUS - 1
  return marks.map(({ x, label, tone }, at) => (
    <g key={label} className={tone ? `plot-mark tone-${tone}` : 'plot-mark'}>
      <path d={`M${places[at]} ${top - 1}L${x} ${top + BEND}V${bottom}`} />
      <circle cx={places[at]} cy={middle} r={RADIUS} />
      <text x={places[at]} y={middle} textAnchor="middle" dominantBaseline="central">
        {label}
      </text>
    </g>
  ))
}
