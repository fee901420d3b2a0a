import { ArrowDown, ArrowUp } from 'lucide-react'
import { percentage } from './messages.ts'

/** Change in percent with the way that it goes; a dash where nothing is known. */
export function TrendBadge({ value }: { value: number | null }) {
  if (value === null) return <span className="quiet">-</span>
  const isUp = value >= 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span className={isUp ? 'trend up' : 'trend down'}>
      <Arrow size={12} aria-label={isUp ? 'up' : 'down'} />
      {percentage(value)}
    </span>
  )
}
