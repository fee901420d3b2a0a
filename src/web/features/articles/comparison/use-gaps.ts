import { useState } from 'react'
import { type Comparison, type Gap, gapKey, gapsOf } from '#shared/features/articles/comparison/rules.ts'

const MOST_GAPS = 100

/** The selected differences to fix. */
export function useGaps(comparison: Comparison, title: string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const all = gapsOf(comparison, title)
  const offered = new Set(all.map(gapKey))
  const chosen = all.filter((gap) => keys.has(gapKey(gap)))
  return {
    all,
    chosen,
    isFull: chosen.length >= MOST_GAPS,
    /** Whether it can be selected. */
    offers: (gap: Gap) => offered.has(gapKey(gap)),
    has: (gap: Gap) => keys.has(gapKey(gap)),
    tick(gap: Gap, isTicked: boolean) {
      setKeys((known) => {
        const next = new Set(known)
        if (isTicked) next.add(gapKey(gap))
        else next.delete(gapKey(gap))
        return next
      })
    },
    tickAll: (isTicked: boolean) =>
      setKeys(new Set(isTicked ? all.slice(0, MOST_GAPS).map((gap) => gapKey(gap)) : [])),
  }
}
export type Gaps = ReturnType<typeof useGaps>
