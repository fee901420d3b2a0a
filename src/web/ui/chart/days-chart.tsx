import { useId } from 'react'
import { DaysPanel, type DaysPanelOf, type PlotArea, panelAxis } from './days-panel.tsx'
import { daysTip } from './days-tooltip.tsx'
import { Plot, type PlotFrame } from './plot.tsx'
import { AXIS_HEIGHT, axisWidth, Crosshair, Hatch, TimeAxis } from './plot-axes.tsx'
import { isKnown } from './scale.ts'
import { dayTicks } from './time-ticks.ts'

const LABELS_WIDTH = 184
const ABOVE_PANEL = 42
/** Charts with small numbers start at the same place. */
const LEAST_GUTTER = 44
/** The space at the right of a chart without names, in px. */
const EDGE = 12
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

/** The panels with their vertical offsets and axes. */
function stacked(panels: readonly DaysPanelOf[]) {
  let below = 0
  const placed = panels.map((panel) => {
    const top = below + ABOVE_PANEL
    below = top + panel.height
    return { panel, top, axis: panelAxis(panel, top) }
  })
  return { placed, bottom: below }
}

type Stack = ReturnType<typeof stacked>

/** The days on which no line has a value. */
const emptyDays = (days: readonly string[], panels: readonly DaysPanelOf[]) =>
  days.flatMap((_, at) =>
    panels.some(
      ({ lines, band }) => lines.some(({ values }) => isKnown(values[at])) || isKnown(band?.high[at]),
    )
      ? []
      : [at],
  )

/** The name of the line nearest to a position on a day; null if none is near. */
function nearestLine({ placed }: Stack, pointed: PlotFrame['pointed']): string | null {
  if (pointed === null || pointed.y === null) return null
  const { at, y: place } = pointed
  const distances = placed.flatMap(({ panel, axis }) =>
    panel.lines.flatMap(({ name, values }) => {
      const value = values[at]
      return isKnown(value) ? [{ name, distance: Math.abs(axis.y(value) - place) }] : []
    }),
  )
  const [first] = distances.sort((one, other) => one.distance - other.distance)
  return first && first.distance <= NEAR ? first.name : null
}

/** The horizontal scale of a chart. */
function frameOf({ placed }: Stack, count: number, width: number): PlotArea & { step: number } {
  const left = Math.max(LEAST_GUTTER, axisWidth(...placed.map(({ axis }) => axis)))
  const right = width - (width >= ROOMY ? LABELS_WIDTH : EDGE)
  const step = (right - left) / Math.max(1, count - 1)
  // A single day is in the middle.
  return { left, right, step, x: (at) => (count === 1 ? (left + right) / 2 : left + at * step) }
}

/** Hatches days without data. */
function EmptyDays({
  at,
  stack,
  frame,
}: {
  at: readonly number[]
  stack: Stack
  frame: ReturnType<typeof frameOf>
}) {
  const id = useId()
  const { left, right, step, x } = frame
  return (
    <>
      <Hatch id={id} />
      {at.flatMap((day) => {
        const from = Math.max(left, x(day) - step / 2)
        const to = Math.min(right, x(day) + step / 2)
        return stack.placed.map(({ panel, top }) => (
          <rect
            key={`${day} ${top}`}
            x={from}
            y={top}
            width={to - from}
            height={panel.height}
            fill={`url(#${id})`}
          />
        ))
      })}
    </>
  )
}

/** A line chart over days. A table beside it has the same data as text. */
export function DaysChart({ days, panels, standing, description }: DaysChartProps) {
  const stack = stacked(panels)
  const { placed, bottom } = stack
  const standingIn = (pointed: PlotFrame['pointed']) => nearestLine(stack, pointed) ?? standing
  return (
    <Plot
      description={description}
      className="days-chart"
      height={bottom + AXIS_HEIGHT}
      count={days.length}
      placeOf={(width) => frameOf(stack, days.length, width).x}
      tipOf={(pointed) => daysTip(days, pointed.at, panels, standingIn(pointed))}
    >
      {({ width, pointed }) => {
        const frame = frameOf(stack, days.length, width)
        const { left, right, x } = frame
        return (
          <>
            <EmptyDays at={emptyDays(days, panels)} stack={stack} frame={frame} />
            {placed.map((place) => (
              <DaysPanel
                key={place.panel.title}
                {...place}
                frame={frame}
                standing={standingIn(pointed)}
                isRoomy={width >= ROOMY}
              />
            ))}
            <TimeAxis ticks={dayTicks(days, x)} y={bottom} left={left} right={right} />
            {pointed && <Crosshair x={x(pointed.at)} top={ABOVE_PANEL} bottom={bottom} />}
          </>
        )
      }}
    </Plot>
  )
}
