import { Check, X } from 'lucide-react'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { PopupCard } from '#web/ui/overlay/popup-card.tsx'
import { StatCard } from './stat-card.tsx'

interface StatBadgeProps {
  stat: Stat
  onCompare: ((stat: Stat) => void) | undefined
}

/** The holder of the keyword, green for ours and red for others; opens its story. */
export function StatBadge({ stat, onCompare }: StatBadgeProps) {
  const { publisher, is_winning: isWinning, created_at: day } = stat
  const Glyph = isWinning ? Check : X
  const words = `${publisher}, ${isWinning ? 'winning' : 'losing'}, ${day}`
  return (
    <PopupCard
      title={words}
      opener={(props) => (
        <button
          type="button"
          className={isWinning ? 'stat-chip row gap-6 won' : 'stat-chip row gap-6 lost'}
          aria-label={words}
          {...props}
        >
          <Glyph size={12} strokeWidth={2.5} aria-hidden="true" />
          <span className="ellipsis shrinkable">{publisher}</span>
        </button>
      )}
    >
      {(close) => (
        <StatCard
          stat={stat}
          onCompare={
            onCompare &&
            (() => {
              close()
              onCompare(stat)
            })
          }
        />
      )}
    </PopupCard>
  )
}
