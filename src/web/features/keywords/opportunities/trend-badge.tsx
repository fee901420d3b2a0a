import { ArrowDown, ArrowUp } from 'lucide-react'
import { percentage } from './messages.ts'

/** The change in percent with its direction; a dash if unknown. */
export function TrendBadge({ value }: { value: number | null }) {
  if (value === null) return <span className="quiet">-</span>
  const isUp = value >= 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span
      className={
        isUp
          ? 'trend inline-row gap-2 caption nowrap tabular up'
          : 'trend inline-row gap-2 caption nowrap tabular down'
      }
    >
      <Arrow size={12} aria-label={isUp ? 'up' : 'down'} />
      {percentage(value)}
    </span>
  )
}
