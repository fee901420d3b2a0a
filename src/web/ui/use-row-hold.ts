import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { hold } from './hold.ts'
import { notify } from './notify.ts'
import { HELD_WORDS } from './use-hold.tsx'

const ROW = '[data-row-key]'
const BUTTONS = 'button:not(.expand-toggle), input'

/** Where the pointer rests in the list, or a key pressed a button. */
interface Place {
  /** The row's index in the list. */
  at: number
  key: string | undefined
  isOnButton: boolean
  /** Pixels from the window's corner; a key has none. */
  point?: { x: number; y: number }
}

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>(ROW) ?? [])]

/** The row whose button lies where `place` was, now that the rows have changed. */
function rowAt(box: HTMLElement | null, { at, isOnButton, point }: Place): HTMLElement | null | undefined {
  const target = point && document.elementFromPoint(point.x, point.y)
  if (!target) return isOnButton ? rowsIn(box)[at] : undefined
  return box?.contains(target) && target.closest(BUTTONS) ? target.closest<HTMLElement>(ROW) : undefined
}

/**
 * For a list whose rows carry `data-row-key`. While the pointer rests on the list, another row may come to lie under it,
 * because a row was removed, or added above: by the user's last press, or by a refresh. The buttons of that row are held.
 */
export function useRowHold(box: RefObject<HTMLElement | null>, rows: unknown) {
  const place = useRef<Place>(undefined)
  const end = useRef<() => void>(undefined)
  // Before the browser moves the pointer onto the new row by itself.
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
    // A key that presses a button makes a click without a count.
    onClickCapture: (event: MouseEvent) => remember(event, event.detail > 0),
    onPointerMove: (event: PointerEvent) => remember(event),
    // Scrolling moves other rows under a pointer that rests.
    onPointerOver: (event: PointerEvent) => remember(event),
    onPointerLeave() {
      place.current = undefined
    },
  }
}
