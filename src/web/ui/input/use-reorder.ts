import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface Reorder {
  count: number
  move: (from: number, to: number) => void
  /** The name of the row in the announcement of its new position. */
  name: string
}

/** The row whose centre is closest to a vertical position on screen. */
function nearest(rows: readonly Element[], y: number): number {
  const distances = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return Math.abs(top + height / 2 - y)
  })
  return distances.indexOf(Math.min(...distances))
}

/**
 * Rows that are reordered with their handle, by dragging or with the arrow keys. The list has
 * `data-reorder-list`, each row `data-reorder`.
 */
export function useReorder({ count, move, name }: Reorder) {
  const [draggedAt, setDraggedAt] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const stop = useRef<() => void>(undefined)
  const latest = useRef({ count, move })
  latest.current = { count, move }
  useEffect(() => () => stop.current?.(), [])

  const go = (from: number, to: number): boolean => {
    const { count, move } = latest.current
    if (to < 0 || to >= count || to === from) return false
    // The rows must be in their new order before the next event reads their positions.
    flushSync(() => move(from, to))
    setAnnouncement(`${name} moved to place ${to + 1} of ${count}`)
    return true
  }

  /** Listens on the window, because a moved row loses its pointer capture. */
  const drag = (start: number, list: Element) => {
    let at = start
    setDraggedAt(at)
    const follow = (event: globalThis.PointerEvent) => {
      const to = nearest([...list.querySelectorAll('[data-reorder]')], event.clientY)
      if (!go(at, to)) return
      at = to
      setDraggedAt(at)
    }
    const end = () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      setDraggedAt(null)
    }
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
    stop.current = end
  }

  const handle = (index: number) => ({
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (step === 0) return
      event.preventDefault()
      const element = event.currentTarget
      // The element moved along with its row and lost the focus.
      if (go(index, index + step)) element.focus()
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const list = event.currentTarget.closest('[data-reorder-list]')
      if (event.button === 0 && list) drag(index, list)
    },
  })
  return { handle, draggedAt, announcement }
}
