import type { RoleId } from '../../../access/roles.ts'
import { SCREENS } from '../../../access/screens.ts'

const TITLES: ReadonlyMap<string, string> = new Map(
  Object.values(SCREENS).map(({ path, title }) => [path, title] as const),
)

/** The title of the screen at a recorded path (`/users/$id`), or the path itself where that screen is gone. */
export function screenTitleAt(path: string): string {
  return TITLES.get(path) ?? path
}

export interface Counted {
  label: string
  count: number
}

/** The largest counts, at most `most` entries: what does not fit is added up under `rest`. */
export function largestFirst<Entry extends Counted>(
  entries: readonly Entry[],
  most: number,
  rest: string,
): Counted[] {
  const sorted = entries.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count)
  if (sorted.length <= most) return sorted
  const kept = sorted.slice(0, most - 1)
  const count = sorted.slice(most - 1).reduce((sum, entry) => sum + entry.count, 0)
  return [...kept, { label: rest, count }]
}

export interface DayCount {
  /** `2026-11-22` */
  day: string
  count: number
  roles: readonly { role: RoleId; count: number }[]
}

/** More bars than these stand too close to be told apart. */
const MOST_BARS = 92
const WEEK = 7

/** A bar for each day, or, where those are too many, for each seven days, counted back from the last one. */
export function barsOf(days: readonly DayCount[]): { label: string; counts: Record<string, number> }[] {
  const step = days.length > MOST_BARS ? WEEK : 1
  const bars: (readonly DayCount[])[] = []
  for (let end = days.length; end > 0; end -= step) bars.unshift(days.slice(Math.max(0, end - step), end))
  return bars.map((each) => {
    const counts: Record<string, number> = {}
    for (const { role, count } of each.flatMap(({ roles }) => roles))
      counts[role] = (counts[role] ?? 0) + count
    const [first, last] = [each[0]?.day ?? '', each.at(-1)?.day ?? '']
    return { label: first === last ? first : `${first} – ${last}`, counts }
  })
}
