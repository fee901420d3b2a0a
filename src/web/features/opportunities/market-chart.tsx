import { type KeyboardEvent, type PointerEvent, useId } from 'react'

/** A week and what it says. */
export interface Week {
  /** `yyyy-MM-dd` */
  date: string
  value: number
}

interface MarketChartProps {
  weeks: readonly Week[]
  /** The same weeks a year before, as far as they are known. */
  before?: readonly (number | undefined)[]
  shape: 'line' | 'steps' | 'bars'
  tone: 'accent' | 'warm' | 'note'
  /** The week that is pointed at, in whichever chart. */
  at: number | null
  onPoint: (at: number | null) => void
  format: (value: number) => string
  /** The same for the axis, where it is to be shorter. */
  formatAxis?: (value: number) => string
  /** What stands below, at some of the weeks. */
  labelOf: (week: Week) => string
  /** What the picture says, for those who do not see it. */
  description: string
  /** A bar that stands out. */
  peak?: number
}

const WIDTH = 272
const HEIGHT = 92
const LEFT = 40
const BOTTOM = 18
const TOP = 6
const TICKS = 2

/** A number at or above, that people like: 1, 2, 2.5 or 5 times a power of ten. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value
  )
}

interface Scale {
  x: (at: number) => number
  y: (value: number) => number
}

function pathOf(values: readonly (number | undefined)[], { x, y }: Scale, isStepped: boolean): string {
  let path = ''
  for (const [at, value] of values.entries()) {
    if (value === undefined) continue
    const place = `${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    if (path === '') path = `M${place}`
    else path += isStepped ? `H${x(at).toFixed(1)}V${y(value).toFixed(1)}` : `L${place}`
  }
  return path
}

/** Lines across at even figures, each named at the left. */
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

/** Four weeks that are named below, each in the middle of its quarter. */
function Quarters({ weeks, labelOf, x }: Pick<MarketChartProps, 'weeks' | 'labelOf'> & Pick<Scale, 'x'>) {
  const quarter = Math.floor(weeks.length / 4)
  return [0, 1, 2, 3].map((part) => {
    const index = Math.floor(quarter / 2) + part * quarter
    const week = weeks[index]
    return (
      week && (
        <text key={part} className="week-label" x={x(index)} y={HEIGHT - 3}>
          {labelOf(week)}
        </text>
      )
    )
  })
}

/** Weeks as a small picture. One week is pointed at in all pictures at once, by the pointer or the arrow keys. */
export function MarketChart(props: MarketChartProps) {
  const { weeks, before = [], shape, tone, at, onPoint, format, labelOf, description, peak } = props
  const { formatAxis = format } = props
  const id = useId()
  const values = weeks.map(({ value }) => value)
  const most = roundUp(Math.max(...values, ...before.map((value) => value ?? 0), 0))
  const step = (WIDTH - LEFT - 6) / Math.max(1, weeks.length - (shape === 'bars' ? 0 : 1))
  const scale: Scale = {
    x: (index) => LEFT + index * step,
    y: (value) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM),
  }
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = ((event.clientX - box.left) / box.width) * WIDTH
    onPoint(Math.min(weeks.length - 1, Math.max(0, Math.round((place - LEFT) / step))))
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
        <Quarters {...{ weeks, labelOf, x: scale.x }} />
        {shape === 'bars' ? (
          values.map((value, index) => (
            <rect
              key={weeks[index]?.date}
              className={index === peak ? 'week-bar peak' : 'week-bar'}
              x={scale.x(index)}
              y={scale.y(value)}
              width={Math.max(1, step - 1)}
              height={HEIGHT - BOTTOM - scale.y(value)}
            />
          ))
        ) : (
          <>
            {before.length > 0 && <path className="week-before" d={pathOf(before, scale, false)} />}
            <path className={`week-line ${tone}`} d={pathOf(values, scale, shape === 'steps')} />
          </>
        )}
        {shown && at !== null && (
          <line
            className="demand-cross"
            x1={scale.x(at) + (shape === 'bars' ? step / 2 : 0)}
            x2={scale.x(at) + (shape === 'bars' ? step / 2 : 0)}
            y1={TOP}
            y2={HEIGHT - BOTTOM}
          />
        )}
      </svg>
      <span className="week-value meta tabular" id={id} aria-live="polite">
        {shown && `${shown.date}: ${format(shown.value)}`}
        {shown && at !== null && before[at] !== undefined && `, a year before ${format(before[at] ?? 0)}`}
      </span>
    </div>
  )
}
