import type { ReactNode } from 'react'
import type { Gap } from '#shared/features/articles/comparison/rules.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import type { Gaps } from './use-gaps.ts'

interface GapCellProps {
  /** The item that our story lacks; null if it lacks nothing. */
  gap: Gap | null
  /** Null for users who may not create articles. */
  gaps: Gaps | null
  /** The content contains links, so it must not be part of the checkbox's label. */
  apart?: boolean
  children: ReactNode
}

/** An item with a checkbox if our story lacks it; the checkbox is outside on the left. */
export function GapCell({ gap, gaps, apart = false, children }: GapCellProps) {
  if (gaps === null || gap === null || !gaps.offers(gap)) return <div className="gap-cell">{children}</div>
  const isTicked = gaps.has(gap)
  const box = (label: ReactNode) => (
    <Checkbox
      className={apart ? 'gap-box' : 'gap-cell ticked'}
      aria-label={apart ? gap.text : undefined}
      checked={isTicked}
      disabled={!isTicked && gaps.isFull}
      onChange={(event) => gaps.tick(gap, event.target.checked)}
    >
      {label}
    </Checkbox>
  )
  if (!apart) return box(children)
  return (
    <div className="gap-cell ticked">
      {box(null)}
      {children}
    </div>
  )
}
