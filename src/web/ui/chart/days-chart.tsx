import { type PointerEvent, useId, useState } from 'react'
import { DaysPanel, type DaysPanelOf, type Frame, scaleOf } from './days-panel.tsx'
import { DaysTooltip } from './days-tooltip.tsx'
import { isKnown } from './scale.ts'
import { useWidth } from './use-width.ts'

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** A day on the axis, with its year if the days are of two years. */
export const axisDay = (day = '', days: readonly string[]) =>
  (days[0]?.slice(0, 4) === days.at(-1)?.slice(0, 4) ? DAY : DAY_AND_YEAR).format(
    new Date(`${day}T00:00:00Z`),
  )
const AXIS_WIDTH = 44
const LABELS_WIDTH = 176
const ABOVE_PANEL = 42
const AXIS_HEIGHT = 26
/** The width of a day's label, in px. */
const DAY_WIDTH = 90
/** The distance at which the pointer highlights a line, in px. */
const NEAR = 10
/** From this width on, lines have their names at their ends. */
const ROOMY = 620

interface DaysChartProps {
  days: readonly string[]
  /** Stacked vertically on a shared axis of days. */
  panels: readonly DaysPanelOf[]
  /** The name of the highlighted line. */
  standing: string | null
  /** The text alternative of the chart. */
  description: string
}

/** The labelled days: the first, the last, and as many between them as fit. */
function namedDays(count: number, width: number): number[] {
  const steps = Math.max(1, Math.min(count - 1, Math.floor(width / DAY_WIDTH)))
  return [...new Set(Array.from({ length: steps + 1 }, (_, at) => Math.round((at * (count - 1)) / steps)))]
}

/** The panels with their vertical offsets. */
function stacked(panels: readonly DaysPanelOf[]) {
  let top = 0
  const placed = panels.map((panel) => {
    const at = top + ABOVE_PANEL
    top = at + panel.height
    return { panel, top: at }
  })
  return { placed, height: top + AXIS_HEIGHT }
}

/** The days on which no line has a value. */
const emptyDays = (days: readonly string[], panels: readonly DaysPanelOf[]) =>
  days.flatMap((_, at) =>
    panels.some(
      ({ lines, band }) => lines.some(({ values }) => isKnown(values[at])) || isKnown(band?.high[at]),
    )
      ? []
      : [at],
  )

interface Pointed {
  at: number
  /** The name of the nearby line. */
  name: string | null
}

/** The line nearest to a position on a day. */
function nearest(placed: ReturnType<typeof stacked>['placed'], at: number, place: number): string | null {
  const distances = placed.flatMap(({ panel, top }) => {
    const { y } = scaleOf(panel, top)
    return panel.lines.flatMap(({ name, values }) => {
      const value = values[at]
      return isKnown(value) ? [{ name, distance: Math.abs(y(value) - place) }] : []
    })
  })
  const [first] = distances.sort((one, other) => one.distance - other.distance)
  return first && first.distance <= NEAR ? first.name : null
}

/** The hatching of days without data. */
function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" x2="0" y1="0" y2="6" className="hatch-line" />
      </pattern>
    </defs>
  )
}

interface DrawingProps extends Pick<DaysChartProps, 'days' | 'panels' | 'standing'> {
  width: number
}

function Drawing({ days, panels, standing: chosen, width }: DrawingProps) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const hatch = useId()
  const isRoomy = width >= ROOMY
  const left = AXIS_WIDTH
  const right = width - (isRoomy ? LABELS_WIDTH : 12)
  const step = (right - left) / Math.max(1, days.length - 1)
  const frame: Frame = { left, right, x: (at) => left + at * step }
  const { placed, height } = stacked(panels)
  const standing = pointed?.name ?? chosen
  const bottom = height - AXIS_HEIGHT
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    if (x < left - step / 2 - 4 || x > right + step / 2 + 4) return setPointed(null)
    const at = Math.min(days.length - 1, Math.max(0, Math.round((x - left) / step)))
    setPointed({ at, name: nearest(placed, at, event.clientY - box.top) })
  }
  const isLate = pointed !== null && frame.x(pointed.at) > (left + right) / 2
  return (
    <>
      <svg
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <Hatch id={hatch} />
        {emptyDays(days, panels).map((at) => {
          const from = Math.max(left, frame.x(at) - step / 2)
          const to = Math.min(right, frame.x(at) + step / 2)
          return placed.map(({ panel, top }) => (
            <rect
              key={`${at} ${top}`}
              x={from}
              y={top}
              width={to - from}
              height={panel.height}
              fill={`url(#${hatch})`}
            />
          ))
        })}
        {placed.map(({ panel, top }) => (
          <DaysPanel key={panel.title} {...{ panel, top, frame, standing, isRoomy }} />
        ))}
        {namedDays(days.length, right - left).map((at) => (
          <text
            key={at}
            x={frame.x(at)}
            y={bottom + 18}
            textAnchor={at === 0 ? 'start' : at === days.length - 1 ? 'end' : 'middle'}
            className="axis"
          >
            {axisDay(days[at], days)}
          </text>
        ))}
        {pointed && (
          <line
            x1={frame.x(pointed.at)}
            x2={frame.x(pointed.at)}
            y1={ABOVE_PANEL}
            y2={bottom}
            className="cross-line"
          />
        )}
      </svg>
      {pointed && (
        <DaysTooltip
          day={days[pointed.at] ?? ''}
          at={pointed.at}
          groups={panels.map(({ lines }) => lines)}
          standing={standing}
          place={isLate ? { right: width - frame.x(pointed.at) + 12 } : { left: frame.x(pointed.at) + 12 }}
        />
      )}
    </>
  )
}

/** A line chart over days. A table beside it has the same data as text. */
export function DaysChart({ description, ...drawing }: DaysChartProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  return (
    <div
      ref={place}
      role="img"
      aria-label={description}
      className="days-chart"
      style={{ minHeight: stacked(drawing.panels).height }}
    >
      {width > 0 && <Drawing {...drawing} width={width} />}
    </div>
  )
}
