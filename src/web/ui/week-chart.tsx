import { type PointerEvent, useState } from 'react'
import { DAY_MS } from '#shared/format/duration.ts'

export interface WeekMark {
  /** `yyyy-MM-dd` */
  day: string
  label: string
  tone: string
}

interface WeekChartProps {
  /** Mondays, earliest first. */
  weeks: readonly string[]
  /** Null where unknown: nothing is drawn there. */
  values: readonly (number | null)[]
  /** The same weeks of the previous year; null where unknown. */
  before: readonly (number | null)[]
  /** In px; axes and labels are drawn from 100 px on. */
  height: number
  words: (value: number) => string
  /** The same in a shorter form for the axis. */
  axisWords?: (value: number) => string
  /** Days of events, numbered like the list beside the chart. */
  marks?: readonly WeekMark[]
  /** Hatched periods; `to` is null while the period lasts. */
  bands?: readonly { from: string; to: string | null }[]
  /** The text alternative of the chart. */
  description: string
}

const WIDTH = 1000
/** Below this height there is no room for axes. */
const AXES_FROM = 100
/** The height of a label: the first and the last extend half of it beyond their lines. */
const LABEL = 16
/** Space above a chart without a scale, as a share of the maximum. */
const TOP = 0.06

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const monthOf = (day: string) => MONTH.format(new Date(`${day}T00:00:00Z`))

/** The next round number, used as the end of the axis. */
function roundUp(value: number): number {
  if (value <= 0) return 1
  const unit = 10 ** Math.floor(Math.log10(value))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * unit >= value) ?? 10) * unit
}

function pathOf(values: readonly (number | null)[], y: (value: number) => number): string {
  const step = WIDTH / Math.max(1, values.length - 1)
  let isDown = false
  return values
    .map((value, index) => {
      if (value === null) {
        isDown = false
        return ''
      }
      const point = `${isDown ? 'L' : 'M'}${(index * step).toFixed(1)} ${y(value).toFixed(1)}`
      isDown = true
      return point
    })
    .join('')
}

/** Weeks labelled with a month: the first of each month, as many as fit. */
function ticksOf(weeks: readonly string[], most: number) {
  const firsts = weeks.flatMap((week, index) =>
    index > 0 && week.slice(0, 7) !== weeks[index - 1]?.slice(0, 7) ? [{ week, index }] : [],
  )
  const every = Math.ceil(firsts.length / most)
  return firsts.filter((_tick, index) => index % every === 0)
}

/** Marks closer than this share of the width are stacked. */
const MARK_ROOM = 0.025

/** The horizontal position of a day between the first and the last week, as a share of the width. */
function shareOf(day: string, weeks: readonly string[]): number {
  const [first, last] = [Date.parse(weeks[0] ?? day), Date.parse(weeks.at(-1) ?? day)]
  const share = (Date.parse(day) - first) / Math.max(DAY_MS, last - first)
  return Math.min(1, Math.max(0, share))
}

/** Hatched periods, and numbered lines for events. */
function Happened({ weeks, marks = [], bands = [] }: Pick<WeekChartProps, 'weeks' | 'marks' | 'bands'>) {
  const placed = marks
    .map((mark) => ({ ...mark, share: shareOf(mark.day, weeks) }))
    .toSorted((one, other) => one.share - other.share)
  let row = 0
  return (
    <div aria-hidden="true">
      {bands.map(({ from, to }) => {
        const start = shareOf(from, weeks)
        const end = to === null ? 1 : shareOf(to, weeks)
        if (end <= start) return null
        return (
          <span
            key={from}
            className="week-band"
            style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
          />
        )
      })}
      {placed.map(({ label, tone, share }, index) => {
        row = share - (placed[index - 1]?.share ?? -1) < MARK_ROOM ? row + 1 : 0
        return (
          <span key={label} className={`week-mark tone-${tone}`} style={{ left: `${share * 100}%` }}>
            <i style={{ top: row * 20 }}>{label}</i>
          </span>
        )
      })}
    </div>
  )
}

const isKnown = (value: number | null | undefined): value is number => typeof value === 'number'

/** The line and the area below it, from the first known week on. */
function shapeOf(values: readonly (number | null)[], y: (value: number) => number, height: number) {
  const line = pathOf(values, y)
  const step = WIDTH / Math.max(1, values.length - 1)
  const [from, to] = [values.findIndex(isKnown), values.findLastIndex(isKnown)].map((at) => at * step)
  return { line, area: line === '' ? '' : `${line}L${to} ${height}L${from} ${height}Z` }
}

/** The hovered week. */
function Pointed({ at, ...chart }: WeekChartProps & { at: number }) {
  const { weeks, values, before, words } = chart
  const [told, earlier] = [values[at], before[at] ?? null]
  const share = at / Math.max(1, weeks.length - 1)
  return (
    <>
      <span className="week-cross" style={{ left: `${share * 100}%` }} />
      <span className={share > 0.5 ? 'week-told before' : 'week-told'} style={{ left: `${share * 100}%` }}>
        <span className="quiet">Week of {weeks[at]}</span>
        <strong>{isKnown(told) ? words(told) : 'unknown'}</strong>
        {earlier !== null && <span className="quiet">{words(earlier)} the year before</span>}
      </span>
    </>
  )
}

/** A year of weekly values over the previous year, drawn without a chart library. */
export function WeekChart(chart: WeekChartProps) {
  const { weeks, values, before, height, axisWords = chart.words, description } = chart
  const [at, setAt] = useState<number | null>(null)
  const hasAxes = height > AXES_FROM
  const known = [...values, ...before].filter(isKnown)
  const greatest = Math.max(...known)
  const most = roundUp(greatest)
  // An area represents an amount, so it starts at zero, with or without a scale.
  const top = hasAxes ? most : Math.max(1, greatest * (1 + TOP))
  const y = (value: number) => height - (Math.max(0, value) / top) * (height - 2) - 1
  const { line, area } = shapeOf(values, y, height)
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, width)))
    setAt(Math.round(share * (weeks.length - 1)))
  }
  const marks = [1, 0.75, 0.5, 0.25, 0].map((share) => most * share)
  return (
    <div className={hasAxes ? 'week-chart axes' : 'week-chart'}>
      {hasAxes && (
        <div className="week-marks" aria-hidden="true" style={{ height: height + LABEL }}>
          {marks.map((mark) => (
            <span key={mark}>{axisWords(mark)}</span>
          ))}
        </div>
      )}
      <div>
        <div
          className="week-plot"
          style={{ height }}
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
        >
          <svg
            viewBox={`0 0 ${WIDTH} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={description}
          >
            {hasAxes &&
              marks.map((mark) => <path key={mark} className="week-rule" d={`M0 ${y(mark)}H${WIDTH}`} />)}
            <path className="week-area" d={area} />
            <path className="week-before" d={pathOf(before, y)} />
            <path className="week-line" d={line} />
          </svg>
          <Happened {...chart} />
          {at !== null && <Pointed {...chart} at={at} />}
        </div>
        <div className="week-months" aria-hidden="true">
          {ticksOf(weeks, hasAxes ? 12 : 6).map(({ week, index }) => (
            <span key={week} style={{ left: `${(index / Math.max(1, weeks.length - 1)) * 100}%` }}>
              {monthOf(week)}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}
