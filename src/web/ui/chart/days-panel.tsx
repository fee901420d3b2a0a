import { counted } from '#shared/format/count.ts'
import { type EndLabel, EndLabels } from './end-labels.tsx'
import type { LineStyle } from './line-style.ts'
import { NoData, ValueAxis } from './plot-axes.tsx'
import { PlotLine } from './plot-line.tsx'
import { PlotMarks } from './plot-marks.tsx'
import { type Axis, areaOf, axisOf, isKnown, type Values } from './scale.ts'

export interface DaysLine {
  name: string
  values: Values
  look: LineStyle
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
  isFromZero?: boolean
  /** Places in a ranking, with the first at the top. */
  isRank?: boolean
  /** Days of events, numbered from 1; the events are listed beside the chart. */
  marks?: readonly number[]
}

/** The panel's vertical axis. */
export const panelAxis = ({ lines, band, height, isFromZero, isRank }: DaysPanelOf, top: number): Axis =>
  axisOf([...lines.map(({ values }) => values), ...(band ? [band.low, band.high] : [])], {
    top,
    bottom: top + height,
    format: counted,
    isFromZero,
    isRank,
  })

export interface PlotArea {
  left: number
  right: number
  x: (at: number) => number
}

interface PlacedPanel {
  panel: DaysPanelOf
  top: number
  axis: Axis
}

interface DaysPanelProps extends PlacedPanel {
  frame: PlotArea
  /** The name of the highlighted line. */
  standing: string | null
  /** There is room for names at the ends of the lines. */
  isRoomy: boolean
}

const FAINT = 0.25

function labelsOf(
  lines: readonly DaysLine[],
  { x }: PlotArea,
  y: (value: number) => number,
  standing: string | null,
) {
  return lines.flatMap(({ name, values, look }): EndLabel[] => {
    const at = values.findLastIndex(isKnown)
    const value = values[at]
    if (!isKnown(value)) return []
    const isStrong = name === standing
    return [{ name, x: x(at), y: y(value), value, look, isFaint: standing !== null && !isStrong, isStrong }]
  })
}

interface LinesProps {
  lines: readonly DaysLine[]
  x: PlotArea['x']
  y: (value: number) => number
  standing: string | null
}

/** The highlighted line is drawn last, on top of the others. */
function Lines({ lines, x, y, standing }: LinesProps) {
  return lines
    .toSorted((one, other) => Number(one.name === standing) - Number(other.name === standing))
    .map(({ name, values, look }) => {
      const isStanding = name === standing
      const color = isStanding && look.isPlain ? 'var(--ink)' : look.color
      return (
        <g key={name} opacity={standing === null || isStanding ? 1 : FAINT}>
          <PlotLine
            {...{ name, values, x, y }}
            look={isStanding ? { ...look, color, width: look.width + 1 } : look}
          />
        </g>
      )
    })
}

/** Lines over the days, with their axis, and their names at the ends. */
export function DaysPanel({ panel, top, axis, frame, standing: chosen, isRoomy }: DaysPanelProps) {
  const { title, note, height, lines, band, marks = [] } = panel
  const { left, right, x } = frame
  const { y } = axis
  const standing = lines.some(({ name }) => name === chosen) ? chosen : null
  const bottom = top + height
  const isEmpty = !lines.some(({ values }) => values.some(isKnown))
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
      <ValueAxis {...{ axis, left, right }} />
      {isEmpty && <NoData x={(left + right) / 2} y={(top + bottom) / 2} />}
      {band && <path className="days-band" d={areaOf(band.high, band.low, x, y)} />}
      <PlotMarks
        marks={marks.map((day, at) => ({ x: x(day), label: String(at + 1) }))}
        {...{ left, right, top, bottom }}
      />
      <Lines {...{ lines, x, y, standing }} />
      {isRoomy && <EndLabels labels={labelsOf(lines, frame, y, standing)} {...{ top, bottom, right }} />}
    </g>
  )
}
