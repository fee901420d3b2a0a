import { ArrowDown, ArrowUp } from 'lucide-react'

/** A change within so much is none that anybody should look at. */
const CALM = 0.05

/** Whether a change is worth a colour. */
export const toneOf = (change: number | null) =>
  change === null || Math.abs(change) < CALM ? 'quiet' : change > 0 ? 'good' : 'bad'

/** A change as a share: an arrow, and how much; a dash where it is not known. */
export function Delta({ change }: { change: number | null }) {
  if (change === null) return <span className="quiet">–</span>
  const percent = Math.abs(change * 100)
  const shown = percent >= 1000 ? '> 999' : percent.toFixed(1)
  if (shown === '0.0') return <span className="tabular quiet nowrap">0.0 %</span>
  const isUp = change > 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span className={`delta ${isUp ? 'up' : 'down'}`}>
      <Arrow size={12} strokeWidth={2.25} aria-label={isUp ? 'up' : 'down'} />
      {shown} %
    </span>
  )
}
