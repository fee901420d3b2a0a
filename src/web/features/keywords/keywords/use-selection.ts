import { useState } from 'react'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'

interface Ticked {
  rows: ReadonlyMap<number, KeywordRow>
  /** The filters whose matches are all selected, if not only rows are. */
  whole: string | null
  /** Everything was selected until one of these rows was deselected. */
  wasWhole: boolean
}

const NOTHING: Ticked = { rows: new Map(), whole: null, wasWhole: false }
const byId = (rows: readonly KeywordRow[]) => rows.map((row) => [row.keyword_id, row] as const)

/** The selected rows across pages, or everything that matches `filter`. Other filters reset the latter. */
export function useSelection(shown: readonly KeywordRow[] | undefined, filter: string) {
  const [ticked, setTicked] = useState(NOTHING)
  const isWhole = ticked.whole === filter
  // Rows of the current page are up to date; the others are as they were when selected.
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
