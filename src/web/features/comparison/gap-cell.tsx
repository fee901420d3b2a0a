import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import type { Gap } from '#shared/features/comparison/rules.ts'
import type { Gaps } from './use-gaps.ts'

interface GapCellProps {
  /** What ours lacks; null where it lacks nothing. */
  gap: Gap | null
  /** Null for people who may not create articles. */
  gaps: Gaps | null
  children: ReactNode
}

/** Something that can be ticked where ours lacks it. */
export function GapCell({ gap, gaps, children }: GapCellProps) {
  if (gap === null || gaps === null) return <div className="gap-cell">{children}</div>
  const isTicked = gaps.has(gap)
  return (
    <Checkbox
      className="gap-cell"
      checked={isTicked}
      disabled={!isTicked && gaps.isFull}
      onChange={(event) => gaps.tick(gap, event.target.checked)}
    >
      {children}
    </Checkbox>
  )
}
