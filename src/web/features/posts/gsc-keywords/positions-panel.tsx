import { useQuery } from '@tanstack/react-query'
import type { PostKeywordRow } from '#shared/features/posts/gsc-keywords/contract.ts'
import { isSameKeyword, type Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import { ChartLegend } from '#web/ui/chart/chart-legend.tsx'
import type { Tip } from '#web/ui/chart/chart-tooltip.tsx'
import type { LineStyle } from '#web/ui/chart/line-style.ts'
import { LineSwatch } from '#web/ui/chart/line-swatch.tsx'
import { Plot } from '#web/ui/chart/plot.tsx'
import { AXIS_HEIGHT, axisWidth, Crosshair, TimeAxis, ValueAxis } from '#web/ui/chart/plot-axes.tsx'
import { PlotLine } from '#web/ui/chart/plot-line.tsx'
import { type Axis, scaleOf } from '#web/ui/chart/scale.ts'
import { momentOf, monthTicks } from '#web/ui/chart/time-ticks.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FAILURES } from './messages.ts'
import { positionsQuery } from './queries.ts'

const HEIGHT = 96
const TOP = 8
const BOTTOM = TOP + HEIGHT
const RIGHT = 4
/** The number of positions drawn, and those of the first page. */
const LAST = 20
const FIRST_PAGE = 10

const y = scaleOf({ low: 1, high: LAST }, { from: TOP, to: BOTTOM })
const AXIS: Axis = {
  ticks: [1, FIRST_PAGE, LAST].map((value) => ({
    value,
    label: value === LAST ? `${LAST}+` : String(value),
  })),
  y: (position) => y(Math.min(position, LAST)),
  base: BOTTOM,
}
const LEFT = axisWidth(AXIS)

type Positions = readonly (number | null)[]

const BEST = { name: 'best query', look: { color: 'var(--accent)', dash: 'solid', width: 1.5 } } as const
const PRESENT = {
  name: 'current keyword',
  look: { color: 'var(--quiet)', dash: 'dashed', width: 1.5 },
} as const

interface PositionLine {
  name: string
  look: LineStyle
  values: Positions
}

const lastOf = (positions: Positions) => positions.findLast((position) => position !== null)

function wordsOf(name: string, positions: Positions): string {
  const first = positions.find((position) => position !== null)
  const last = lastOf(positions)
  return first === undefined || first === null || last === undefined || last === null
    ? `${name}: never seen`
    : `${name}: from ${first} to ${last}`
}

function tipOf(week: string, at: number, lines: readonly PositionLine[]): Tip {
  return {
    title: `Week of ${week}`,
    rows: lines.map(({ name, look, values }) => ({
      name,
      values: [String(values[at] ?? 'not seen')],
      swatch: <LineSwatch {...look} />,
    })),
  }
}

function Drawing({ weeks, lines }: { weeks: readonly string[]; lines: readonly PositionLine[] }) {
  const [first, last] = [momentOf(weeks[0]), momentOf(weeks.at(-1))]
  const momentScale = (width: number) =>
    scaleOf({ low: first, high: last }, { from: LEFT, to: width - RIGHT })
  const placeOf = (width: number) => (at: number) => momentScale(width)(momentOf(weeks[at]))
  return (
    <Plot
      description={`Position by week, ${lines.map(({ name, values }) => wordsOf(name, values)).join(', ')}`}
      height={BOTTOM + AXIS_HEIGHT}
      count={weeks.length}
      placeOf={placeOf}
      tipOf={({ at }) => tipOf(weeks[at] ?? '', at, lines)}
    >
      {({ width, pointed }) => {
        const [x, right] = [placeOf(width), width - RIGHT]
        return (
          <>
            <rect
              className="gsc-first-page"
              x={LEFT}
              y={TOP}
              width={right - LEFT}
              height={y(FIRST_PAGE) - TOP}
            />
            <ValueAxis axis={AXIS} left={LEFT} right={right} />
            {lines.toReversed().map((line) => (
              <PlotLine key={line.name} {...line} x={x} y={AXIS.y} />
            ))}
            <TimeAxis
              ticks={monthTicks(first, last, momentScale(width))}
              y={BOTTOM}
              left={LEFT}
              right={right}
            />
            {pointed && <Crosshair x={x(pointed.at)} top={TOP} bottom={BOTTOM} />}
          </>
        )
      }}
    </Plot>
  )
}

/** A post's positions for its best query and for its keyword. */
export function PositionsPanel({ row, period }: { row: PostKeywordRow; period: Period }) {
  const best = row.keywords[0]?.QUERY ?? ''
  const present = row.now && !isSameKeyword(row.now.QUERY, best) ? row.now.QUERY : null
  const { data, error, refetch } = useQuery(
    positionsQuery(row, period, present === null ? [best] : [best, present]),
  )
  const [ofBest = [], ofPresent = []] = data?.positions ?? []
  const lines = [
    { ...BEST, values: ofBest },
    ...(present === null ? [] : [{ ...PRESENT, values: ofPresent }]),
  ]
  return (
    <div className="gsc-positions">
      <h3>Position by week</h3>
      <ChartLegend entries={lines.map(({ name, look }) => ({ name, swatch: <LineSwatch {...look} /> }))} />
      {data ? (
        <Drawing weeks={data.weeks} lines={lines} />
      ) : error ? (
        <Failed title={FAILURES.positions} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </div>
  )
}
