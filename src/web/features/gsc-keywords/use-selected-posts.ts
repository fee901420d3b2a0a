import { useState } from 'react'
import type { PostKeywordRow } from '#shared/features/gsc-keywords/contract.ts'
import type { RowKey } from '#web/ui/list/column.ts'
import { keyOf } from './queries.ts'

/** The ticked posts, whichever page they stand on. */
export function useSelectedPosts(shown: readonly PostKeywordRow[]) {
  const [selected, setSelected] = useState<ReadonlyMap<string, PostKeywordRow>>(new Map())
  const current = new Map(shown.map((row) => [keyOf(row), row]))
  return {
    keys: [...selected.keys()],
    /** As they are now, where they are shown. */
    rows: [...selected].map(([key, row]) => current.get(key) ?? row),
    onChange: (keys: RowKey[]) =>
      setSelected(
        new Map(
          keys.flatMap((key) => {
            const row = current.get(String(key)) ?? selected.get(String(key))
            return row === undefined ? [] : [[String(key), row]]
          }),
        ),
      ),
    clear: () => setSelected(new Map()),
  }
}
export type SelectedPosts = ReturnType<typeof useSelectedPosts>
