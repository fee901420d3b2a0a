import { useState } from 'react'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'

interface Ticked {
  rows: ReadonlyMap<number, KeywordRow>
  /** The filters that find everything that is selected, where more than rows is. */
  whole: string | null
  /** Everything was selected, until one of these rows was unticked. */
  wasWhole: boolean
}

const NOTHING: Ticked = { rows: new Map(), whole: null, wasWhole: false }
const byId = (rows: readonly KeywordRow[]) => rows.map((row) => [row.keyword_id, row] as const)

/** Which rows are ticked, across pages, or everything that `filter` finds; other filters find something else. */
export function useSelection(shown: readonly KeywordRow[] | undefined, filter: string) {
  const [ticked, setTicked] = useState(NOTHING)
  const isWhole = ticked.whole === filter
  // What is on the page is as it is now; the others are as they were when they were ticked.
  const fresh = new Map(byId(shown ?? []))
  const rows = isWhole
    ? [...fresh.values()]
    : [...ticked.rows.values()].map((row) => fresh.get(row.keyword_id) ?? row)
  return {
    ids: rows.map(({ keyword_id: id }) => id),
    rows,
    isWhole,
    wasWhole: ticked.wasWhole,
    takeWhole: () => setTicked({ ...NOTHING, whole: filter }),
    tick(ids: readonly number[]) {
      const known = new Map([...byId(rows), ...fresh])
      setTicked({
        rows: new Map([...known].filter(([id]) => ids.includes(id))),
        whole: null,
        wasWhole: isWhole || ticked.wasWhole,
      })
    },
    clear: () => setTicked(NOTHING),
  }
}
export type RowSelection = ReturnType<typeof useSelection>
