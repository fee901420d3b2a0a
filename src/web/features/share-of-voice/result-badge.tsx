import { Check, X } from 'lucide-react'

interface ResultBadgeProps {
  result: 'won' | 'lost' | 'no-data'
  /** Where no word stands beside it. */
  label?: string
}

/** How a day went, as the calendar and the reports mark it. */
export function ResultBadge({ result, label }: ResultBadgeProps) {
  const Glyph = result === 'won' ? Check : X
  const words = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span className={`stat-glyph ${result}`} {...(result === 'no-data' ? words : {})}>
      {result !== 'no-data' && <Glyph size={12} {...words} />}
    </span>
  )
}
