import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

interface Place {
  row: number
  column: number
}

interface Cell extends Place {
  element: HTMLElement
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** The attributes of a focusable cell; row and column indices can start anywhere. */
export const gridCell = (row: number, column: number) => ({ 'data-cell': `${row}:${column}`, tabIndex: -1 })

function cellOf(element: HTMLElement): Cell {
  const [row = 0, column = 0] = (element.dataset.cell ?? '').split(':').map(Number)
  return { row, column, element }
}

const cellsIn = (grid: HTMLElement) =>
  [...grid.querySelectorAll<HTMLElement>('[data-cell]:not(:disabled)')].map(cellOf)

/**
 * The nearest cell in a direction: in the same line, or, if that line has none there, the one closest to it.
 */
function nextOf(cells: readonly Cell[], from: Cell, step: Place): Cell | undefined {
  const ahead = cells.filter(({ row, column }) =>
    step.row === 0
      ? row === from.row && (column - from.column) * step.column > 0
      : row === from.row + step.row,
  )
  const distance = ({ column }: Cell) => Math.abs(column - from.column)
  return ahead.toSorted((one, other) => distance(one) - distance(other))[0]
}

const inOrder = (line: readonly Cell[]) => line.toSorted((one, other) => one.column - other.column)

function targetOf(cells: readonly Cell[], from: Cell, event: KeyboardEvent): Cell | undefined {
  const step = STEPS[event.key]
  if (step) return nextOf(cells, from, step)
  const line = event.ctrlKey ? cells : inOrder(cells.filter(({ row }) => row === from.row))
  if (event.key === 'Home') return line[0]
  return event.key === 'End' ? line.at(-1) : undefined
}

/** Makes one cell the grid's only tab stop. */
function stopAt(grid: HTMLElement, element: HTMLElement) {
  for (const other of grid.querySelectorAll<HTMLElement>('[data-cell][tabindex="0"]')) other.tabIndex = -1
  element.tabIndex = 0
}

/**
 * A grid with a single tab stop: arrow keys move between cells, Home and End to the ends of a row, with Ctrl
 * to those of the grid. Its cells have `gridCell`; `first` is the cell that gets the focus first.
 */
export function useGridKeys<Grid extends HTMLElement>(first: Place) {
  const grid: RefObject<Grid | null> = useRef<Grid>(null)
  // After every render, because the cells can be different.
  useEffect(() => {
    if (!grid.current || grid.current.querySelector('[data-cell][tabindex="0"]:not(:disabled)')) return
    const cells = cellsIn(grid.current)
    const entry = cells.find(({ row, column }) => row === first.row && column === first.column) ?? cells[0]
    if (entry) stopAt(grid.current, entry.element)
  })
  return {
    ref: grid,
    onFocus({ target }: FocusEvent) {
      if (grid.current && target instanceof HTMLElement && 'cell' in target.dataset)
        stopAt(grid.current, target)
    },
    onKeyDown(event: KeyboardEvent) {
      const { target } = event
      if (!grid.current || !(target instanceof HTMLElement) || !('cell' in target.dataset)) return
      if (event.altKey || event.metaKey) return
      const next = targetOf(cellsIn(grid.current), cellOf(target), event)
      if (!next && !(event.key in STEPS)) return
      event.preventDefault()
      next?.element.focus()
    },
  }
}
