import { counted } from '#shared/format/count.ts'
import { spread } from './scale.ts'

export interface EndLabel {
  name: string
  /** Where its line ends. */
  x: number
  y: number
  value: number
  color: string
  isFaint: boolean
  isStrong: boolean
}

interface EndLabelsProps {
  labels: readonly EndLabel[]
  top: number
  bottom: number
  /** Where the text starts. */
  left: number
}

const APART = 15
const LEAST_APART = 12
const LONGEST_NAME = 20

const shortened = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name

/** The names of lines at their ends, without overlaps and each connected to its line; as many as fit. */
export function EndLabels({ labels, top, bottom, left }: EndLabelsProps) {
  const room = Math.floor((bottom - top) / LEAST_APART) + 1
  const strong = labels.filter(({ isStrong }) => isStrong)
  const shown = [...strong, ...labels.filter(({ isStrong }) => !isStrong)].slice(0, room)
  const apart = Math.min(APART, (bottom - top) / Math.max(1, shown.length - 1))
  const places = spread(
    shown.map(({ y }) => y),
    { apart, top, bottom },
  )
  return (
    <g className="end-labels">
      {shown.map(({ name, x, y, value, color, isFaint, isStrong }, at) => {
        const place = places[at] ?? y
        return (
          <g key={name} opacity={isFaint ? 0.35 : 1} className={isStrong ? 'strong' : undefined}>
            <path d={`M${x} ${y}L${left - 12} ${y}L${left - 4} ${place}`} stroke={color} />
            <circle cx={x} cy={y} r="2.5" fill={color} />
            <text x={left} y={place} dominantBaseline="central">
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
