import { useState } from 'react'
import type { RowKey } from './column.ts'

/** The selected rows of a list across pages; a row that can no longer be selected is left out. */
export function useTicked<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => RowKey,
  isOff: (row: Row) => boolean = () => false,
) {
  const [ticked, setTicked] = useState<ReadonlyMap<RowKey, Row>>(new Map())
  const current = new Map(shown.map((row) => [keyOf(row), row]))
  // Rows of the current page are up to date.
  const rows = [...ticked].map(([key, row]) => current.get(key) ?? row).filter((row) => !isOff(row))
  return {
    keys: rows.map(keyOf),
    rows,
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
