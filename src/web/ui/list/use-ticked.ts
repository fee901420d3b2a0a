import { useState } from 'react'
import type { RowKey } from './column.ts'

/** The ticked rows of a list, whichever page they stand on. */
export function useTicked<Row>(shown: readonly Row[], keyOf: (row: Row) => RowKey) {
  const [ticked, setTicked] = useState<ReadonlyMap<RowKey, Row>>(new Map())
  const current = new Map(shown.map((row) => [keyOf(row), row]))
  return {
    keys: [...ticked.keys()],
    /** As they are now, where they are shown. */
    rows: [...ticked].map(([key, row]) => current.get(key) ?? row),
    onChange: (keys: readonly RowKey[]) =>
      setTicked(
        new Map(
          keys.flatMap((key) => {
            const row = current.get(key) ?? ticked.get(key)
            return row === undefined ? [] : [[key, row] as const]
          }),
        ),
      ),
    clear: () => setTicked(new Map()),
  }
}

export type TickedRows<Row> = ReturnType<typeof useTicked<Row>>
