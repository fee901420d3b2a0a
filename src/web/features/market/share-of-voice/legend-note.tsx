import { ResultBadge } from './result-badge.tsx'

const MARKS = [
  ['won', 'Winning'],
  ['lost', 'Losing'],
  ['no-data', 'No data'],
  ['not-tracked', 'Not tracked yet'],
] as const

/** The legend of the days' marks. */
export function LegendNote() {
  return (
    <ul className="legend" aria-label="Legend">
      {MARKS.map(([result, words]) => (
        <li key={result}>
          <ResultBadge result={result} />
          {words}
        </li>
      ))}
    </ul>
  )
}
