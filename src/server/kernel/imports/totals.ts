/** What rows of sums begin with. */
const SUM = /^(?:grand |sub-?)totals?(?:\s*[:–-].*)?$|^totals?\s*[:–-].*$/i
/** A keyword may be this, too. */
const SUM_ALONE = /^(?:totals?|gesamt|summe)$/i

const firstWords = (cells: readonly string[]) => (cells.find((cell) => cell.trim() !== '') ?? '').trim()

/** Whether a row of keywords is nothing but a sum. */
export const isSum = (cells: readonly string[]) => SUM.test(firstWords(cells))
export const isSumAlone = (cell: string) => SUM_ALONE.test(cell.trim())

/** Whether a row of a report is a sum of its other rows. */
export function isTotal(cells: readonly string[]): boolean {
  const words = firstWords(cells)
  return SUM.test(words) || SUM_ALONE.test(words)
}
