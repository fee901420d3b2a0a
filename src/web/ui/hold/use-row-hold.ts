import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { notify } from '../feedback/notify.ts'
import { hold } from './hold.ts'
import { HELD_WORDS } from './use-hold.tsx'

const ROW = '[data-row-key]'
const BUTTONS = 'button:not(.expand-toggle), input'

/** The pointer's position in the list, or the row whose button was pressed by keyboard. */
interface Place {
  /** The row's index in the list. */
  at: number
  key: string | undefined
  isOnButton: boolean
  /** In px from the window's corner; undefined for a key press. */
  point?: { x: number; y: number }
}

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>(ROW) ?? [])]

/** The row whose button is at `place` after the rows changed. */
function rowAt(box: HTMLElement | null, { at, isOnButton, point }: Place): HTMLElement | null | undefined {
  const target = point && document.elementFromPoint(point.x, point.y)
  if (!target) return isOnButton ? rowsIn(box)[at] : undefined
  return box?.contains(target) && target.closest(BUTTONS) ? target.closest<HTMLElement>(ROW) : undefined
}

/**
 * For a list whose rows have `data-row-key`. While the pointer is on the list, another row can move under it
 * when a row is removed or added above, by the user's last click or by a refresh. The buttons of that row are
 * held.
 */
export function useRowHold(box: RefObject<HTMLElement | null>, rows: unknown) {
  const place = useRef<Place>(undefined)
  const end = useRef<() => void>(undefined)
  // Runs before the browser reports the pointer on the new row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows stand in other places
  useLayoutEffect(() => {
    const last = place.current
    const row = last && rowAt(box.current, last)
    if (!last || !row || row.dataset.rowKey === last.key) return
    end.current?.()
    place.current = { ...last, at: rowsIn(box.current).indexOf(row), key: row.dataset.rowKey }
    end.current = hold({
      box: row,
      buttons: BUTTONS,
      onRefuse: () => notify({ kind: 'info', key: 'held', title: HELD_WORDS.row }),
      onEnd: () => {
        end.current = undefined
      },
    })
  }, [box, rows])
  useEffect(() => () => end.current?.(), [])
  const remember = (event: MouseEvent, hasPoint = true) => {
    const { target, clientX, clientY } = event
    const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null
    place.current = row
      ? {
          at: rowsIn(box.current).indexOf(row),
          key: row.dataset.rowKey,
          isOnButton: target instanceof Element && target.closest(BUTTONS) !== null,
          ...(hasPoint ? { point: { x: clientX, y: clientY } } : {}),
        }
      : undefined
  }
  return {
    // A click by keyboard has a count of 0.
    onClickCapture: (event: MouseEvent) => remember(event, event.detail > 0),
    onPointerMove: (event: PointerEvent) => remember(event),
    // Scrolling moves other rows under a resting pointer.
    onPointerOver: (event: PointerEvent) => remember(event),
    onPointerLeave() {
      place.current = undefined
    },
  }
}
