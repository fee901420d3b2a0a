import { Check, X } from 'lucide-react'

const GLYPHS = { won: Check, lost: X, 'no-data': null, 'not-tracked': null } as const
export type DayResult = keyof typeof GLYPHS

interface ResultBadgeProps {
  result: DayResult
  /** The text alternative, if there is no text beside it. */
  label?: string
}

/** The result of a day, as marked in the calendar and the reports. */
export function ResultBadge({ result, label }: ResultBadgeProps) {
  const Glyph = GLYPHS[result]
  const words = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <span className={`stat-glyph ${result}`} {...(Glyph === null ? words : {})}>
      {Glyph !== null && <Glyph size={12} {...words} />}
    </span>
  )
}
