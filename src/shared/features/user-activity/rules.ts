import { SCREENS } from '../../access/screens.ts'

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
