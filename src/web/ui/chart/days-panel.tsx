import { counted } from '#shared/format/count.ts'
import { type EndLabel, EndLabels } from './end-labels.tsx'
import type { LineLook } from './line-look.ts'
import { DASH_LENGTHS } from './line-swatch.tsx'
import { extentOf, isKnown, lonely, pathOf, ticksOf, type Values } from './scale.ts'

export interface DaysLine {
  name: string
  values: Values
  look: LineLook
}

/** Lines that share a scale. */
export interface DaysPanelOf {
  title: string
  /** A secondary text beside the title. */
  note?: string
  /** In px. */
  height: number
  lines: readonly DaysLine[]
  /** The area between the minimum and the maximum of lines that are not drawn. */
  band?: { name: string; low: Values; high: Values }
  /** The scale starts at zero; otherwise near the lowest value. */
  isFromZero: boolean
  /** Days of events, numbered from 1; the events are listed beside the chart. */
  marks?: readonly number[]
}

export interface Frame {
  left: number
  right: number
  x: (at: number) => number
}

interface DaysPanelProps {
  panel: DaysPanelOf
  top: number
  frame: Frame
  /** The name of the highlighted line. */
  standing: string | null
  /** There is room for names at the ends of the lines. */
  isRoomy: boolean
}

const TICK_HEIGHT = 48
const FAINT = 0.25

export const scaleOf = ({ lines, band, height, isFromZero }: DaysPanelOf, top: number) => {
  const rows = [...lines.map(({ values }) => values), ...(band ? [band.low, band.high] : [])]
  const extent = extentOf(rows) ?? { low: 0, high: 1 }
  const ticks = ticksOf(isFromZero ? { ...extent, low: 0 } : extent, Math.max(2, height / TICK_HEIGHT))
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  return { ticks, y: (value: number) => top + height - ((value - low) / (high - low)) * height }
}

/**
 * The path of a band's area: along its upper edge and back along the lower one, for each segment without
 * gaps.
 */
function areaOf({ low, high }: { low: Values; high: Values }, x: Frame['x'], y: (value: number) => number) {
  const pieces: number[][] = []
  high.forEach((value, at) => {
    if (!isKnown(value) || !isKnown(low[at])) return
    const last = pieces.at(-1)
    if (last?.at(-1) === at - 1) last.push(at)
    else pieces.push([at])
  })
  const along = (days: readonly number[], values: Values) =>
    days.map((at) => `${x(at).toFixed(1)} ${y(values[at] ?? 0).toFixed(1)}`)
  return pieces
    .map((days) => `M${[...along(days, high), ...along(days.toReversed(), low)].join('L')}Z`)
    .join('')
}

function labelsOf(
  { lines }: DaysPanelOf,
  frame: Frame,
  y: (value: number) => number,
  standing: string | null,
) {
  return lines.flatMap(({ name, values, look }): EndLabel[] => {
    const at = values.findLastIndex(isKnown)
    const value = values[at]
    if (!isKnown(value)) return []
    const isStrong = name === standing
    return [
      {
        name,
        x: frame.x(at),
        y: y(value),
        value,
        color: look.color,
        isFaint: standing !== null && !isStrong,
        isStrong,
      },
    ]
  })
}

function Line({
  line,
  frame,
  y,
  isFaint,
  isStanding,
}: {
  line: DaysLine
  frame: Frame
  y: (value: number) => number
  isFaint: boolean
  isStanding: boolean
}) {
  const { values, look } = line
  const opacity = isFaint ? FAINT : 1
  return (
    <g opacity={opacity}>
      <path
        className="days-line"
        data-name={line.name}
        d={pathOf(values, frame.x, y)}
        fill="none"
        stroke={isStanding && look.isPlain ? 'var(--ink)' : look.color}
        strokeWidth={isStanding ? look.width + 1 : look.width}
        strokeDasharray={DASH_LENGTHS[look.dash]}
      />
      {lonely(values).map((at) => (
        <circle key={at} cx={frame.x(at)} cy={y(values[at] ?? 0)} r="2.5" fill={look.color} />
      ))}
    </g>
  )
}

const MARK_RADIUS = 8

/** A numbered vertical line for an event. The numbers of events on the same day are side by side. */
function Marks({
  marks,
  x,
  top,
  bottom,
}: {
  marks: readonly number[]
  x: Frame['x']
  top: number
  bottom: number
}) {
  return marks.map((day, index) => {
    const place = x(day) + marks.slice(0, index).filter((other) => other === day).length * MARK_RADIUS * 2
    const middle = top - MARK_RADIUS
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the number is what they are known by
      <g key={index} className="days-mark">
        <line x1={x(day)} x2={x(day)} y1={top} y2={bottom} />
        <circle cx={place} cy={middle} r={MARK_RADIUS} />
        <text x={place} y={middle} textAnchor="middle" dominantBaseline="central">
          {index + 1}
        </text>
      </g>
    )
  })
}

/** Lines over the days, with their axis, and their names at the ends. */
export function DaysPanel({ panel, top, frame, standing: asked, isRoomy }: DaysPanelProps) {
  const { title, note, height, lines, band, marks = [] } = panel
  const { ticks, y } = scaleOf(panel, top)
  const standing = lines.some(({ name }) => name === asked) ? asked : null
  // The highlighted line is drawn last, on top of the others.
  const drawn = [...lines].sort(
    (one, other) => Number(one.name === standing) - Number(other.name === standing),
  )
  return (
    <g>
      <text x="0" y={top - 18} className="panel-title">
        {title}
        {note && isRoomy && (
          <tspan dx="8" className="panel-note">
            {note}
          </tspan>
        )}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={frame.left} x2={frame.right} y1={y(tick)} y2={y(tick)} className="grid-line" />
          <text x={frame.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central" className="axis">
            {counted(tick)}
          </text>
        </g>
      ))}
      {band && <path className="days-band" d={areaOf(band, frame.x, y)} />}
      <Marks marks={marks} x={frame.x} top={top} bottom={top + height} />
      {drawn.map((line) => (
        <Line
          key={line.name}
          line={line}
          frame={frame}
          y={y}
          isFaint={standing !== null && line.name !== standing}
          isStanding={line.name === standing}
        />
      ))}
      {isRoomy && (
        <EndLabels
          labels={labelsOf(panel, frame, y, standing)}
          top={top}
          bottom={top + height}
          left={frame.right + 20}
        />
      )}
    </g>
  )
}
