import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { SheetGrid } from '#shared/features/desk/google-sheets/contract.ts'
import { useUnsaved } from '#web/ui/hooks/use-unsaved.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useSaveGrid } from './queries.ts'

const LEAST_COLUMNS = 3

const widthOf = (rows: readonly (readonly string[])[]) =>
  Math.max(LEAST_COLUMNS, ...rows.map((row) => row.length))

/** Pads rows to the same length for editing. */
const evened = (rows: readonly (readonly string[])[]) => {
  const width = widthOf(rows)
  return rows.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
}

const isEmpty = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

/** Removes empty rows at the end. */
function trimmed(rows: readonly (readonly string[])[]): string[][] {
  const last = rows.findLastIndex((row) => !isEmpty(row))
  return rows.slice(0, last + 1).map((row) => [...row])
}

/** The cells of an internal sheet. */
export function GridPanel({ id, grid }: { id: number; grid: SheetGrid }) {
  const save = useSaveGrid(id)
  const [rows, setRows] = useState(() => evened(grid.rows))
  const isChanged = JSON.stringify(trimmed(rows)) !== JSON.stringify(trimmed(evened(grid.rows)))
  useUnsaved(isChanged)
  const put = (at: number, column: number, value: string) =>
    setRows((all) =>
      all.map((row, index) =>
        index === at ? row.map((cell, place) => (place === column ? value : cell)) : row,
      ),
    )
  const headings = rows[0] ?? []
  return (
    <>
      <div className="sheet-grid sheet">
        <table aria-label="Cells">
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
              <tr key={at}>
                <th scope="row">{at + 1}</th>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                  <td key={column}>
                    <input
                      aria-label={`Row ${at + 1}, ${headings[column] || `column ${column + 1}`}`}
                      value={cell}
                      onChange={({ target }) => put(at, column, target.value)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="inline-row gap-4">
        <Button
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => setRows((all) => [...all, Array.from({ length: widthOf(all) }, () => '')])}
        >
          Add row
        </Button>
        <Button
          type="primary"
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => save.mutate({ rows: trimmed(rows), version: grid.version })}
        >
          Save
        </Button>
      </div>
    </>
  )
}
