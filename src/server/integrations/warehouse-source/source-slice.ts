import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import { type SourceKey, type SourceRows, type SourceSlice, sourceKey } from './port.ts'

const isOneWeek = (one: SourceKey, other: SourceKey) =>
  one.slice(0, 3).every((word, index) => word === other[index])

/**
 * Turns at most the requested number of rows into a slice. A post's week that may continue after the last row
 * is left for the next slice.
 */
export function sliceOf<Part extends SourcePart>(
  part: Part,
  rows: SourceRows[Part][],
  most: number,
): SourceSlice<Part> {
  const last = rows.at(-1)
  if (last === undefined || rows.length < most) return { rows, next: null }
  const lastKey = sourceKey(part, last)
  if (part !== 'earnings') return { rows, next: lastKey }
  const begin = rows.findIndex((row) => isOneWeek(sourceKey(part, row), lastKey))
  const whole = begin === 0 ? rows : rows.slice(0, begin)
  const end = whole.at(-1)
  return { rows: whole, next: end === undefined ? lastKey : sourceKey(part, end) }
}
