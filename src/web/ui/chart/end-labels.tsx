import { counted } from '#shared/format/count.ts'
import type { LineStyle } from './line-style.ts'
import { DASH_LENGTHS } from './line-swatch.tsx'
import { avoidOverlaps } from './scale.ts'

export interface EndLabel {
  name: string
  /** Where its line ends. */
  x: number
  y: number
  value: number
  look: LineStyle
  isFaint: boolean
  isStrong: boolean
}

interface EndLabelsProps {
  labels: readonly EndLabel[]
  top: number
  bottom: number
  /** The right edge of the plot. */
  right: number
}

const APART = 15
const LEAST_APART = 12
const LONGEST_NAME = 20
/** Leader, sample of the line and text, from the edge of the plot, in px. */
const LEADER = { from: 5, to: 14 }
const SAMPLE = { from: 17, to: 31 }
const TEXT = 37

const shortened = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name

/** The names of lines beside the plot, without overlaps, each with a sample of its line; as many as fit. */
export function EndLabels({ labels, top, bottom, right }: EndLabelsProps) {
  const room = Math.floor((bottom - top) / LEAST_APART) + 1
  const strong = labels.filter(({ isStrong }) => isStrong)
  const shown = [...strong, ...labels.filter(({ isStrong }) => !isStrong)].slice(0, room)
  const apart = Math.min(APART, (bottom - top) / Math.max(1, shown.length - 1))
  const places = avoidOverlaps(
    shown.map(({ y }) => y),
    { apart, top, bottom },
  )
  return (
    <g className="end-labels">
      {shown.map(({ name, x, y, value, look, isFaint, isStrong }, at) => {
        const place = places[at] ?? y
        return (
          <g key={name} opacity={isFaint ? 0.35 : 1} className={isStrong ? 'semibold' : undefined}>
            <circle cx={x} cy={y} r="2.5" fill={look.color} />
            <path className="leader" d={`M${right + LEADER.from} ${y}L${right + LEADER.to} ${place}`} />
            <line
              x1={right + SAMPLE.from}
              x2={right + SAMPLE.to}
              y1={place}
              y2={place}
              stroke={look.color}
              strokeWidth={look.width}
              strokeDasharray={DASH_LENGTHS[look.dash]}
            />
            <text x={right + TEXT} y={place} dominantBaseline="central">
              <tspan>{shortened(name)}</tspan>
              <tspan dx="5" className="end-value">
                {counted(value)}
              </tspan>
            </text>
          </g>
        )
      })}
    </g>
  )
}
