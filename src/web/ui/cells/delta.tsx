import { ArrowDown, ArrowUp } from 'lucide-react'

/** Smaller changes are not worth attention. */
const CALM = 0.05

/** Whether a change is large enough for a colour. */
export const toneOf = (change: number | null) =>
  change === null || Math.abs(change) < CALM ? 'quiet' : change > 0 ? 'good' : 'bad'

/** A change as a share: an arrow and the amount; a dash if unknown. */
export function Delta({ change }: { change: number | null }) {
  if (change === null) return <span className="quiet">–</span>
  const percent = Math.abs(change * 100)
  const shown = percent >= 1000 ? '> 999' : percent.toFixed(1)
  if (shown === '0.0') return <span className="tabular quiet nowrap">0.0 %</span>
  const isUp = change > 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span className={`delta inline-row gap-2 nowrap tabular ${isUp ? 'up' : 'down'}`}>
      <Arrow size={12} strokeWidth={2.25} aria-label={isUp ? 'up' : 'down'} />
      {shown} %
    </span>
  )
}
