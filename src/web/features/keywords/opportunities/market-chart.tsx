import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { DAY_MS } from '#shared/format/duration.ts'

/** A week of seven days and its value. */
export interface Week {
  /** The first day, as `yyyy-MM-dd`. */
  date: string
  value: number
}

interface MarketChartProps {
  /** Earliest first. Unknown weeks are missing and leave a gap. */
  weeks: readonly Week[]
  /** The same weeks of the previous year, as far as known. */
  before?: readonly (number | undefined)[]
  shape: 'line' | 'steps' | 'bars'
  tone: 'accent' | 'warm' | 'note'
  /** The index of the hovered week, in whichever chart it is hovered. */
  at: number | null
  onPoint: (at: number | null) => void
  /** Formats the numbers of the axis. */
  formatAxis: (value: number) => string
  /** The text about a week; without a hovered one, the meaning of a point. */
  words: (week: Week | undefined, before: number | undefined) => string
  /** The text alternative of the chart. */
  description: string
  /** The index of a highlighted bar. */
  peak?: number
}

const WIDTH = 272
const HEIGHT = 92
const LEFT = 40
const RIGHT = 6
const BOTTOM = 18
const TOP = 6
const TICKS = 2
const WEEK_MS = 7 * DAY_MS

/** The next round number: 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value
  )
}

const momentOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The positions of days and values: a week is as wide as its seven days. */
interface Scale {
  x: (moment: number) => number
  y: (value: number) => number
  from: number
  to: number
}

function scaleOf(weeks: readonly Week[], most: number): Scale {
  const from = momentOf(weeks[0]?.date ?? '1970-01-01')
  const to = momentOf(weeks.at(-1)?.date ?? '1970-01-01') + WEEK_MS
  return {
    x: (moment) => LEFT + ((moment - from) / Math.max(WEEK_MS, to - from)) * (WIDTH - LEFT - RIGHT),
    y: (value) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM),
    from,
    to,
  }
}

const middleOf = ({ date }: Week) => momentOf(date) + WEEK_MS / 2

/**
 * A line through the middles of weeks, or a step for each week from its first day to its last; interrupted
 * where a week is unknown.
 */
function pathOf(
  weeks: readonly Week[],
  values: readonly (number | undefined)[],
  { x, y }: Scale,
  isStepped: boolean,
): string {
  let path = ''
  let end = Number.NEGATIVE_INFINITY
  for (const [at, week] of weeks.entries()) {
    const value = values[at]
    if (value === undefined) continue
    const start = momentOf(week.date)
    const goesOn = start <= end
    const [left, height] = [x(isStepped ? start : middleOf(week)).toFixed(1), y(value).toFixed(1)]
    if (isStepped) path += `${goesOn ? `V${height}` : `M${left} ${height}`}H${x(start + WEEK_MS).toFixed(1)}`
    else path += `${goesOn ? 'L' : 'M'}${left} ${height}`
    end = start + WEEK_MS
  }
  return path
}

/** Horizontal lines at round values, labelled on the left. */
function Grid({ most, y, format }: { most: number; y: Scale['y']; format: (value: number) => string }) {
  return Array.from({ length: TICKS + 1 }, (_, tick) => (most * tick) / TICKS).map((tick) => (
    <g key={tick} className="week-grid">
      <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} />
      <text x={LEFT - 6} y={y(tick) + 3.5}>
        {format(tick)}
      </text>
    </g>
  ))
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
/** The distance between labelled months. */
const MONTHS_APART = 3

/** Months at their first days. */
function Months({ x, from, to }: Scale) {
  const [first, count] = [new Date(from), Math.ceil((to - from) / (28 * DAY_MS))]
  const moments = Array.from({ length: count }, (_, at) =>
    Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1 + at, 1),
  ).filter((moment) => moment < to)
  return moments
    .filter((_, at) => at % MONTHS_APART === 1)
    .map((moment) => (
      <g key={moment} className="week-month">
        <line x1={x(moment)} x2={x(moment)} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM + 3} />
        <text className="week-label" x={x(moment)} y={HEIGHT - 3}>
          {MONTH.format(moment)}
        </text>
      </g>
    ))
}

function Bars({
  weeks,
  scale: { x, y },
  peak,
}: {
  weeks: readonly Week[]
  scale: Scale
  peak: number | undefined
}) {
  return weeks.map(({ date, value }, index) => {
    const start = momentOf(date)
    return (
      <rect
        key={date}
        className={index === peak ? 'week-bar peak' : 'week-bar'}
        x={x(start)}
        y={y(value)}
        width={Math.max(1, x(start + WEEK_MS) - x(start) - 1)}
        height={HEIGHT - BOTTOM - y(value)}
      />
    )
  })
}

/** The week closest to a horizontal position. */
function nearest(weeks: readonly Week[], { x }: Scale, place: number): number {
  const distances = weeks.map((week) => Math.abs(x(middleOf(week)) - place))
  return distances.indexOf(Math.min(...distances))
}

/** A small chart of weeks. The pointer or the arrow keys select a week in all charts at once. */
export function MarketChart(props: MarketChartProps) {
  const { weeks, before = [], shape, tone, at, onPoint, formatAxis, words, description, peak } = props
  const id = useId()
  const values = weeks.map(({ value }) => value)
  const most = roundUp(Math.max(...values, ...before.map((value) => value ?? 0), 0))
  const scale = scaleOf(weeks, most)
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onPoint(nearest(weeks, scale, ((event.clientX - box.left) / box.width) * WIDTH))
  }
  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onPoint(Math.min(weeks.length - 1, Math.max(0, (at ?? weeks.length - 1) + by)))
  }
  const shown = at === null ? undefined : weeks[at]
  return (
    <div className="market-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={description}
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        tabIndex={0}
        onPointerMove={point}
        onPointerLeave={() => onPoint(null)}
        onKeyDown={move}
        onBlur={() => onPoint(null)}
      >
        <Grid most={most} y={scale.y} format={formatAxis} />
        <Months {...scale} />
        {shape === 'bars' ? (
          <Bars weeks={weeks} scale={scale} peak={peak} />
        ) : (
          <>
            <path className="week-before" d={pathOf(weeks, before, scale, false)} />
            <path className={`week-line ${tone}`} d={pathOf(weeks, values, scale, shape === 'steps')} />
          </>
        )}
        {shown && (
          <line
            className="demand-cross"
            x1={scale.x(middleOf(shown))}
            x2={scale.x(middleOf(shown))}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
          />
        )}
      </svg>
      <span className="week-value meta tabular" id={id} aria-live="polite">
        {words(shown, at === null ? undefined : before[at])}
      </span>
    </div>
  )
}
