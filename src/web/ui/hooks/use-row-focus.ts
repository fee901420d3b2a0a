import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { isSwitchedOff } from '../input/letter-keys.ts'
import type { RowKey } from '../list/column.ts'

/** Keyboard shortcuts of a focused row: key to the selector of the button or link that it presses. */
export type RowKeys = Readonly<Record<string, string>>

const NO_KEYS: RowKeys = {}
const ROW = 'tr[data-row-key]'
/** Elements inside a row that handle clicks themselves, or that select rows. */
const PRESSED = 'a, button, input, select, textarea, label, [role], .tool, .expanded'

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

/** Clicks the row's arrow unless the row is already in the wanted state. */
function unfold(row: HTMLElement, isWanted: boolean) {
  const toggle = row.querySelector<HTMLElement>('.expand-toggle')
  if (toggle && (toggle.ariaExpanded === 'true') !== isWanted) toggle.click()
}

const tickBoxOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLInputElement>('td.tick input:not(:disabled)') ?? null

/** Selects each of the rows, one after the other: the selection is replaced as a whole. */
function tickAll(rows: readonly (HTMLElement | undefined)[]) {
  for (const row of rows) {
    const box = tickBoxOf(row)
    if (box && !box.checked) flushSync(() => box.click())
  }
}

/** Selects by a key: X or Space the focused row, Shift with the up or down arrow the next row as well. */
function tickByKey({ key, shiftKey }: KeyboardEvent, row: HTMLElement, next: HTMLElement | undefined) {
  if (shiftKey && (key === 'ArrowUp' || key === 'ArrowDown')) tickAll([row, next])
  const box = key === 'x' || key === ' ' ? tickBoxOf(row) : null
  box?.click()
  return box !== null
}

/**
 * Arrow keys, J and K, Home and End move between the rows of the table inside `box`; Enter opens, the right
 * and left arrows expand and collapse, X and Space select, Shift with the up or down arrow extends the
 * selection, and `keys` press the declared buttons or links. A click on a row opens it if it has a target.
 */
export function useRowFocus<Row>(
  box: RefObject<HTMLElement | null>,
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => RowKey,
  onOpen: ((row: Row) => void) | undefined,
  keys: RowKeys = NO_KEYS,
) {
  // The tab stop is kept in the DOM and not in React, so that moving it does not rerender rows.
  useEffect(() => {
    if (rows) keepOneTabStop(rowsOf(box.current))
  }, [box, rows])

  const open = (element: HTMLElement) => {
    const row = rows?.find((each) => String(rowKey(each)) === element.dataset.rowKey)
    if (row && onOpen) onOpen(row)
    else element.querySelector<HTMLElement>('.expand-toggle')?.click()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { target: focused, key } = event
    if (!(focused instanceof HTMLElement) || !focused.matches(ROW)) return
    if (event.ctrlKey || event.metaKey || event.altKey || isSwitchedOff(event)) return
    const all = rowsOf(box.current)
    const at = all.indexOf(focused)
    const targets: Record<string, HTMLElement | undefined> = {
      ArrowDown: all[at + 1],
      j: all[at + 1],
      ArrowUp: all[at - 1],
      k: all[at - 1],
      Home: all[0],
      End: all.at(-1),
    }
    if (tickByKey(event, focused, targets[key])) return event.preventDefault()
    if (keys[key]) focused.querySelector<HTMLElement>(keys[key])?.click()
    else if (key === 'Enter') open(focused)
    else if (key === 'ArrowRight') unfold(focused, true)
    else if (key === 'ArrowLeft') unfold(focused, false)
    else if (key in targets) moveTo(all, targets[key])
    else return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const { target } = event
    if (!onOpen || event.defaultPrevented || !(target instanceof Element)) return
    // Interactive elements handle their own clicks, and a user who selects text wants to copy it.
    const row = target.closest<HTMLElement>(ROW)
    const pressed = target.closest(PRESSED)
    if (!row || (pressed && row.contains(pressed)) || window.getSelection()?.type === 'Range') return
    open(row)
  }
  return { onKeyDown, onClick }
}
