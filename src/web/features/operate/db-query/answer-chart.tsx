import type { QueryRows } from '#shared/features/operate/db-query/contract.ts'
import { isNumeric } from '#shared/features/operate/db-query/rules.ts'
import { type Bar, BarChart, type BarSeries } from '#web/ui/chart/bar-chart.tsx'

interface AnswerPicture {
  bars: readonly Bar[]
  series: readonly BarSeries[]
  description: string
}

/** With more bars than these, they would be indistinguishable. */
const MOST_BARS = 120
const COLOR = 'var(--accent)'

/**
 * A bar for each row, if the result allows it: names in the first column, values in the first numeric column.
 * Otherwise null.
 */
export function chartOf({ columns, rows }: QueryRows): AnswerPicture | null {
  const place = columns.findIndex(({ type }, at) => at > 0 && isNumeric(type))
  const [first] = columns
  const column = columns[place]
  if (!first || !column || isNumeric(first.type) || rows.length < 2 || rows.length > MOST_BARS) return null
  const numbers = rows.map((row) => Number(row[place] ?? 0))
  if (!numbers.every(Number.isFinite)) return null
  const { name } = column
  return {
    bars: rows.map((row, at) => ({ label: row[0] ?? 'null', counts: { [name]: numbers[at] ?? 0 } })),
    series: [{ key: name, label: name, color: COLOR }],
    description: `${name} by ${first.name}`,
  }
}

/** The chart of a result. */
export function AnswerChart({ chart }: { chart: AnswerPicture }) {
  return (
    <div className="console-chart">
      <BarChart {...chart} isNamed />
    </div>
  )
}
