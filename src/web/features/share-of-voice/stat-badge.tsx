import { Drawer, Popover } from 'antd'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import type { Stat } from '#shared/features/share-of-voice/contract.ts'
import { NARROW, useMedia } from '#web/ui/use-media.ts'
import { StatCard } from './stat-card.tsx'

interface StatBadgeProps {
  stat: Stat
  onCompare: ((stat: Stat) => void) | undefined
}

/** Who held the keyword, green for ours and red for others; opens what their story said. */
export function StatBadge({ stat, onCompare }: StatBadgeProps) {
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useMedia(NARROW)
  const { publisher, is_winning: isWinning } = stat
  const Glyph = isWinning ? Check : X
  const compare = onCompare
    ? (chosen: Stat) => {
        setOpen(false)
        onCompare(chosen)
      }
    : undefined
  const chip = (
    <button
      type="button"
      className={isWinning ? 'stat-chip won' : 'stat-chip lost'}
      aria-label={`${publisher}, ${isWinning ? 'winning' : 'losing'}, ${stat.created_at}`}
      aria-expanded={isOpen}
      onClick={isNarrow ? () => setOpen(true) : undefined}
    >
      <Glyph size={12} strokeWidth={2.5} aria-hidden="true" />
      <span className="ellipsis">{publisher}</span>
    </button>
  )
  const card = isOpen && <StatCard stat={stat} onCompare={compare} />
  if (isNarrow) {
    return (
      <>
        {chip}
        <Drawer
          open={isOpen}
          placement="bottom"
          size="auto"
          title={publisher}
          onClose={() => setOpen(false)}
          className="stat-sheet"
        >
          {card}
        </Drawer>
      </>
    )
  }
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setOpen}
      placement="rightTop"
      content={card || null}
      classNames={{ root: 'stat-popover' }}
    >
      {chip}
    </Popover>
  )
}
