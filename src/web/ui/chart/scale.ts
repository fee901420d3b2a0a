export type Values = readonly (number | null)[]

export const isKnown = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined

/** The minimum and maximum of several rows of values; null if there are no values. */
export function extentOf(rows: readonly Values[]): { low: number; high: number } | null {
  const known = rows.flat().filter(isKnown)
  return known.length === 0 ? null : { low: Math.min(...known), high: Math.max(...known) }
}

/** The next of 1, 2, 5, 10, 20, … that is not less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10)
}

/** Round numbers from below the minimum to above the maximum, in about `about` steps. */
export function ticksOf({ low, high }: { low: number; high: number }, about: number): number[] {
  const step = roundStep(Math.max(1, (high - low) / about))
  const first = Math.floor(low / step) * step
  const last = Math.max(first + step, Math.ceil(high / step) * step)
  return Array.from({ length: Math.round((last - first) / step) + 1 }, (_, at) => first + at * step)
}

/**
 * Positions as close as possible to the wanted ones, but at least `apart` from each other and between `top`
 * and `bottom`. Overlapping ones are spread around their centre.
 */
export function spread(
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

/**
 * The segments of a line between its gaps, as an SVG path; a single value between two gaps is drawn as a dot.
 */
export function pathOf(values: Values, x: (at: number) => number, y: (value: number) => number): string {
  return values
    .map((value, at) => {
      if (!isKnown(value)) return ''
      const place = `${x(at).toFixed(1)} ${y(value).toFixed(1)}`
      return isKnown(values[at - 1]) ? `L${place}` : `M${place}`
    })
    .join('')
}

/** The indices of values between two gaps. */
export const lonely = (values: Values): number[] =>
  values.flatMap((value, at) =>
    isKnown(value) && !isKnown(values[at - 1]) && !isKnown(values[at + 1]) ? [at] : [],
  )
