import { ArrowDown, ArrowUp, Check, Equal, Plus } from 'lucide-react'
import type { WordSide } from '#shared/features/articles/comparison/rules.ts'
import { SIDE_LABELS } from './messages.ts'

const GLYPHS = {
  both: Equal,
  theirs: Plus,
  ours: Check,
  'more theirs': ArrowUp,
  'more ours': ArrowDown,
} as const

/** Which of the two articles has an item: an icon and a colour, with a text alternative. */
export function SideBadge({ side }: { side: WordSide }) {
  const Glyph = GLYPHS[side]
  return (
    <span className={`side-glyph ${side}`} title={SIDE_LABELS[side]}>
      <Glyph size={12} strokeWidth={2.5} aria-hidden="true" />
      <span className="visually-hidden">{SIDE_LABELS[side]}: </span>
    </span>
  )
}
