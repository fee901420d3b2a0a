import { competitionLabel } from '#shared/features/opportunities/rules.ts'

const CLASSES = {
  'Very Low': 'good',
  Low: 'good',
  Medium: 'warn',
  High: 'bad',
  'Very High': 'bad',
} as const

/** How many others compete, as a word and in percent; a dash where nobody knows. */
export function CompetitionBadge({ value }: { value: number | null }) {
  if (value === null) return <span className="quiet">-</span>
  const label = competitionLabel(value)
  return (
    <span className="two-lines">
      <span className={`competition-word ${CLASSES[label]}`}>{label}</span>
      {/* Rounded up, 24.9 would be shown as 25, which is another word. */}
      <span className="meta tabular">{Math.floor(value)} %</span>
    </span>
  )
}
