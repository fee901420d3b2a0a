import { competitionLabel } from '#shared/features/keywords/opportunities/rules.ts'

const CLASSES = {
  'Very Low': 'good',
  Low: 'good',
  Medium: 'warn',
  High: 'bad',
  'Very High': 'bad',
} as const

/** The competition as a word and in percent; a dash if unknown. */
export function CompetitionBadge({ value }: { value: number | null }) {
  if (value === null) return <span className="quiet">-</span>
  const label = competitionLabel(value)
  return (
    <span className="two-lines">
      <span className={`competition-word nowrap ${CLASSES[label]}`}>{label}</span>
      {/* Rounding 24.9 up to 25 would contradict the word, which changes at 25. */}
      <span className="meta tabular">{Math.floor(value)} %</span>
    </span>
  )
}
