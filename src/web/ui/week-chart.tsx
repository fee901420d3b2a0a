import { type PointerEvent, useState } from 'react'
import { DAY_MS } from '#shared/format/duration.ts'

export interface WeekMark {
  /** `yyyy-MM-dd` */
  day: string
  label: string
  tone: string
}

interface WeekChartProps {
  /** The Mondays, the earliest first. */
  weeks: readonly string[]
  /** Null where that is not known: nothing is drawn there. */
  values: readonly (number | null)[]
  /** The same weeks of the year before; null where that is not known. */
  before: readonly (number | null)[]
  /** Pixels; axes and labels come with more than a hundred. */
  height: number
  words: (value: number) => string
  /** The same beside the lines, where there is less room for it. */
  axisWords?: (value: number) => string
  /** Days on which something happened, numbered as in the list beside the picture. */
  marks?: readonly WeekMark[]
  /** Days that are hatched, without an end where they last. */
  bands?: readonly { from: string; to: string | null }[]
  /** What the picture says, for those who do not see it. */
  description: string
}

const WIDTH = 1000
/** With less than this there is no room for axes. */
const AXES_FROM = 100
/** The height of a label: the first and the last reach half of it beyond the lines that they stand at. */
const LABEL = 16
/** Left free above a picture without a scale, as a share of what it shows. */
const TOP = 0.06

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const monthOf = (day: string) => MONTH.format(new Date(`${day}T00:00:00Z`))

/** A round number at least as large: what the axis ends with. */
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

/** Weeks at which a month is named: the first of each, as many as have room. */
function ticksOf(weeks: readonly string[], most: number) {
  const firsts = weeks.flatMap((week, index) =>
    index > 0 && week.slice(0, 7) !== weeks[index - 1]?.slice(0, 7) ? [{ week, index }] : [],
  )
  const every = Math.ceil(firsts.length / most)
  return firsts.filter((_tick, index) => index % every === 0)
}

/** Marks that are closer than this, as a share of the width, stand below each other. */
const MARK_ROOM = 0.025

/** Where a day is between the first and the last week, as a share of the width. */
function shareOf(day: string, weeks: readonly string[]): number {
  const [first, last] = [Date.parse(weeks[0] ?? day), Date.parse(weeks.at(-1) ?? day)]
  const share = (Date.parse(day) - first) / Math.max(DAY_MS, last - first)
  return Math.min(1, Math.max(0, share))
}

/** Hatched days, and numbered lines for what happened. */
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

/** The line, and what is below it: from the first week that is known on. */
function shapeOf(values: readonly (number | null)[], y: (value: number) => number, height: number) {
  const line = pathOf(values, y)
  const step = WIDTH / Math.max(1, values.length - 1)
  const [from, to] = [values.findIndex(isKnown), values.findLastIndex(isKnown)].map((at) => at * step)
  return { line, area: line === '' ? '' : `${line}L${to} ${height}L${from} ${height}Z` }
}

/** The week that is pointed at. */
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

/** A year week by week over the year before, drawn without a chart library. */
export function WeekChart(chart: WeekChartProps) {
  const { weeks, values, before, height, axisWords = chart.words, description } = chart
  const [at, setAt] = useState<number | null>(null)
  const hasAxes = height > AXES_FROM
  const known = [...values, ...before].filter(isKnown)
  const greatest = Math.max(...known)
  const most = roundUp(greatest)
  // What is filled stands for its amount: it begins with nothing, with a scale beside it or without.
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
