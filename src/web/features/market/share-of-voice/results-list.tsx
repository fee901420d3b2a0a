import { daysWord, RESULT_LABELS } from './messages.ts'
import { type DayResult, ResultBadge } from './result-badge.tsx'

export interface DayCounts {
  won: number
  lost: number
  noData: number
  notTracked: number
}

/**
 * Counts past days without data: those that should have some, and those on which the keyword was not tracked.
 */
export function countUnknown(days: readonly string[], since: string | null) {
  const noData = since === null ? 0 : days.filter((day) => day >= since).length
  return { noData, notTracked: days.length - noData }
}

const ROWS: readonly [keyof DayCounts, DayResult][] = [
  ['won', 'won'],
  ['lost', 'lost'],
  ['noData', 'no-data'],
  ['notTracked', 'not-tracked'],
]

/** The number of days per result: the legend of a month or a year, with its figures. */
export function ResultsList(counts: DayCounts) {
  return (
    <dl>
      {ROWS.map(([name, result]) => (
        <div key={name} className="month-rival">
          <dt className="ink">
            <ResultBadge result={result} />
            {RESULT_LABELS[name]}
          </dt>
          <dd>{daysWord(counts[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
