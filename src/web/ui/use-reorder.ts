import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface Reorder {
  count: number
  move: (from: number, to: number) => void
  /** What a row is called when its new place is announced. */
  name: string
}

/** The row whose middle lies nearest to a height on screen. */
function nearest(rows: readonly Element[], y: number): number {
  const distances = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return Math.abs(top + height / 2 - y)
  })
  return distances.indexOf(Math.min(...distances))
}

/**
 * Rows that are moved by their handle: dragged, or with the arrow keys. The list carries `data-reorder-list`,
 * each row `data-reorder`.
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
    // The rows are in their new order before the next event asks where they are.
    flushSync(() => move(from, to))
    setAnnouncement(`${name} moved to place ${to + 1} of ${count}`)
    return true
  }

  /** Listens on the window: a row that moves loses its pointer capture. */
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
      // The element went along with its row and lost the focus on the way.
      if (go(index, index + step)) element.focus()
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const list = event.currentTarget.closest('[data-reorder-list]')
      if (event.button === 0 && list) drag(index, list)
    },
  })
  return { handle, draggedAt, announcement }
}
