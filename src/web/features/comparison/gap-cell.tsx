import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { Gap } from '#shared/features/comparison/rules.ts'
import type { Gaps } from './use-gaps.ts'

interface GapCellProps {
  /** What ours lacks; null where it lacks nothing. */
  gap: Gap | null
  /** Null for people who may not create articles. */
  gaps: Gaps | null
  /** What stands beside the box holds links of its own and is no label of it. */
  apart?: boolean
  children: ReactNode
}

/** Something that can be ticked where ours lacks it; the tick hangs out to the left. */
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
