import { useState } from 'react'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'

/** Which rows are ticked, across pages, or everything that the filters find. */
export function useSelection(rows: readonly KeywordRow[] | undefined) {
  const [ticked, setTicked] = useState<ReadonlyMap<number, KeywordRow>>(new Map())
  const [isWhole, setWhole] = useState(false)
  const tick = (ids: readonly number[]) => {
    setWhole(false)
    const known = new Map([...ticked, ...(rows ?? []).map((row) => [row.keyword_id, row] as const)])
    setTicked(
      new Map(ids.flatMap((id) => (known.has(id) ? [[id, known.get(id) as KeywordRow] as const] : []))),
    )
  }
  const clear = () => {
    setWhole(false)
    setTicked(new Map())
  }
  return {
    ids: [...ticked.keys()],
    rows: [...ticked.values()],
    isWhole,
    takeWhole: () => setWhole(true),
    tick,
    clear,
  }
}
