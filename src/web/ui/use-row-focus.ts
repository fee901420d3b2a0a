import { type KeyboardEvent, type RefObject, useEffect } from 'react'

const ROW = 'tr.ant-table-row'

function rowsOf(box: HTMLElement | null): HTMLElement[] {
  return box ? [...box.querySelectorAll<HTMLElement>(ROW)] : []
}

/** Exactly one row is reachable by Tab: the last one focused, else the first. */
function keepOneTabStop(rows: readonly HTMLElement[]) {
  const current = rows.find((row) => row.tabIndex === 0) ?? rows[0]
  for (const row of rows) row.tabIndex = row === current ? 0 : -1
}

function moveTo(rows: readonly HTMLElement[], target: HTMLElement | undefined) {
  if (!target) return
  for (const row of rows) row.tabIndex = row === target ? 0 : -1
  target.focus()
}

/** Arrow keys, Home and End move between the rows of the table inside `box`; Enter opens, a row's arrow expands. */
export function useRowFocus<Row>(
  box: RefObject<HTMLElement | null>,
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string | number,
  onOpen: ((row: Row) => void) | undefined,
) {
  // The rows belong to the table component, so their tab stops are set after each of its renders.
  useEffect(() => keepOneTabStop(rowsOf(box.current)))

  const open = (element: HTMLElement) => {
    const row = rows?.find((each) => String(rowKey(each)) === element.dataset.rowKey)
    if (row && onOpen) onOpen(row)
    else element.querySelector<HTMLElement>('.expand-toggle')?.click()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const focused = event.target
    if (!(focused instanceof HTMLElement) || !focused.matches(ROW)) return
    const all = rowsOf(box.current)
    const at = all.indexOf(focused)
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowDown: all[at + 1],
      ArrowUp: all[at - 1],
      Home: all[0],
      End: all.at(-1),
    }
    if (event.key === 'Enter') open(focused)
    else if (event.key in targets) moveTo(all, targets[event.key])
    else return
    event.preventDefault()
  }
  return { onKeyDown }
}
