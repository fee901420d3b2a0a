/** Null where unknown. */
export type Values = readonly (number | null | undefined)[]

export const isKnown = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined

interface Extent {
  low: number
  high: number
}

/** The minimum and maximum of several rows of values; null if there are no values. */
export function extentOf(rows: readonly Values[]): Extent | null {
  const known = rows.flat().filter(isKnown)
  return known.length === 0 ? null : { low: Math.min(...known), high: Math.max(...known) }
}

/** The next of 1, 2, 5, 10, 20, … that is not less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10)
}

/**
 * Round numbers from below the minimum to above the maximum, in about `about` steps of at least `least`: 1 for
 * things that are counted.
 */
export function ticksOf({ low, high }: Extent, about: number, least = 1): number[] {
  const span = high - low || (least > 0 ? least : Math.abs(high) || 1)
  const step = roundStep(Math.max(least, span / about))
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** The position of a value between two ends that have the positions `from` and `to`. */
export const scaleOf =
  ({ low, high }: Extent, { from, to }: { from: number; to: number }) =>
  (value: number): number =>
    high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from)

/** An extent that includes zero. */
export const withZero = ({ low, high }: Extent): Extent => ({
  low: Math.min(0, low),
  high: Math.max(0, high),
})

export interface AxisTick {
  value: number
  label: string
}

/** A vertical axis: its labelled ticks, and the position of a value in px. */
export interface Axis {
  ticks: readonly AxisTick[]
  y: (value: number) => number
  /** The position of zero, or of the end of the axis nearest to it. Bars and areas start here. */
  base: number
}

export interface AxisOptions {
  top: number
  bottom: number
  format: (value: number) => string
  /** The axis includes zero. Amounts drawn as bars or areas need it. */
  isFromZero?: boolean
  /** The smallest step between ticks: 1 for things that are counted. */
  least?: number
  /** Places in a ranking: the axis starts with 1 at the top. */
  isRank?: boolean
}

/** The distance between ticks, and between the three of a small chart, in px. */
const TICK_HEIGHT = 48
const LEAST_TICK_HEIGHT = 24

/** The axis of rows of values. No two ticks have the same label. */
export function axisOf(rows: readonly Values[], options: AxisOptions): Axis {
  const { top, bottom, format, isFromZero = true, least = 1, isRank = false } = options
  const known = extentOf(rows) ?? { low: 0, high: 1 }
  const extent = isFromZero || isRank ? withZero(known) : known
  const height = bottom - top
  let about = Math.max(2, Math.min(3, height / LEAST_TICK_HEIGHT), height / TICK_HEIGHT)
  const ticksIn = (count: number) =>
    ticksOf(extent, count, least).map((tick) => {
      const value = isRank ? Math.max(1, tick) : tick
      return { value, label: format(value) }
    })
  let ticks = ticksIn(about)
  while (ticks.length > 2 && new Set(ticks.map(({ label }) => label)).size < ticks.length) {
    about /= 2
    ticks = ticksIn(about)
  }
  const [low = 0, high = 1] = [ticks[0]?.value, ticks.at(-1)?.value]
  const y = scaleOf({ low, high }, isRank ? { from: top, to: bottom } : { from: bottom, to: top })
  return { ticks, y, base: y(Math.min(high, Math.max(low, 0))) }
}

/**
 * Positions as close as possible to the wanted ones, but at least `apart` from each other and between `top`
 * and `bottom`. Overlapping ones are spread around their centre.
 */
export function avoidOverlaps(
  wanted: readonly number[],
  { apart, top, bottom }: { apart: number; top: number; bottom: number },
): number[] {
  const order = wanted.map((_, at) => at).sort((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0))
  // After subtracting the minimum distances, positions must not decrease. Where they do, they share their
  // mean.
  const groups: { sum: number; count: number }[] = []
  const middle = ({ sum, count }: { sum: number; count: number }) => sum / count
  order.forEach((at, rank) => {
    let last = { sum: (wanted[at] ?? 0) - rank * apart, count: 1 }
    for (let before = groups.at(-1); before && middle(before) > middle(last); before = groups.at(-1)) {
      groups.pop()
      last = { sum: before.sum + last.sum, count: before.count + last.count }
    }
    groups.push(last)
  })
  const most = bottom - (wanted.length - 1) * apart
  const shares = groups.flatMap((group) => {
    const share = Math.max(top, Math.min(most, middle(group)))
    return Array.from({ length: group.count }, () => share)
  })
  const places = [...wanted]
  order.forEach((at, rank) => {
    places[at] = (shares[rank] ?? 0) + rank * apart
  })
  return places
}

/** The runs of indices between gaps. */
function runsOf(isDrawn: readonly boolean[]): number[][] {
  const runs: number[][] = []
  isDrawn.forEach((drawn, at) => {
    if (!drawn) return
    const last = runs.at(-1)
    if (last?.at(-1) === at - 1) last.push(at)
    else runs.push([at])
  })
  return runs
}

type Place = (at: number) => number

const along = (run: readonly number[], values: Values, x: Place, y: (value: number) => number) =>
  run.map((at) => `${x(at).toFixed(1)} ${y(values[at] ?? 0).toFixed(1)}`)

/** The segments of a line between its gaps, as an SVG path. */
export const pathOf = (values: Values, x: Place, y: (value: number) => number): string =>
  runsOf(values.map(isKnown))
    .map((run) => `M${along(run, values, x, y).join('L')}`)
    .join('')

/** The area between two lines, or between a line and a position in px, where both are known. */
export const areaOf = (high: Values, low: Values | number, x: Place, y: (value: number) => number): string =>
  runsOf(high.map((value, at) => isKnown(value) && (typeof low === 'number' || isKnown(low[at]))))
    .map((run) => {
      const back = run.toReversed()
      const lower =
        typeof low === 'number'
          ? back.map((at) => `${x(at).toFixed(1)} ${low.toFixed(1)}`)
          : along(back, low, x, y)
      return `M${[...along(run, high, x, y), ...lower].join('L')}Z`
    })
    .join('')

interface Span {
  from: number
  to: number
  value: number
}

/** A horizontal step for each span, joined where one begins as the other ends. */
export const stepsOf = (spans: readonly Span[], x: Place, y: (value: number) => number): string =>
  spans
    .map(({ from, to, value }, at) => {
      const height = y(value).toFixed(1)
      const start = spans[at - 1]?.to === from ? `V${height}` : `M${x(from).toFixed(1)} ${height}`
      return `${start}H${x(to).toFixed(1)}`
    })
    .join('')

/** The indices of values between two gaps, which are drawn as dots. */
export const isolatedIndices = (values: Values): number[] =>
  runsOf(values.map(isKnown)).flatMap((run) => (run.length === 1 ? run : []))
