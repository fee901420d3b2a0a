import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { hold } from './hold.ts'
import { notify } from './notify.ts'
import { heldWords } from './use-hold.tsx'

const ROW = '[data-row-key]'
const BUTTONS = 'button:not(.expand-toggle), input'

/** Where the list was pressed last: the place among its rows, and the row that stood there. */
interface Pressed {
  at: number
  key: string | undefined
}

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>(ROW) ?? [])]

/**
 * For a list whose rows carry `data-row-key`: after a press of a button, another row may come to lie under the pointer,
 * because the row has gone or one was added above it. The buttons of that row are held.
 */
export function useRowHold(box: RefObject<HTMLElement | null>, rows: unknown, noun = 'row') {
  const pressed = useRef<Pressed>(undefined)
  const end = useRef<() => void>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows stand elsewhere whenever they are others
  useEffect(() => {
    const last = pressed.current
    const row = last && rowsIn(box.current)[last.at]
    if (!last || !row || row.dataset.rowKey === last.key) return
    end.current?.()
    pressed.current = { at: last.at, key: row.dataset.rowKey }
    end.current = hold({
      box: row,
      buttons: BUTTONS,
      onRefuse: () => notify({ kind: 'info', title: heldWords(noun) }),
      onEnd: () => {
        end.current = undefined
      },
    })
  }, [box, rows, noun])
  useEffect(() => () => end.current?.(), [])
  const placeOf = (target: EventTarget) => {
    const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null
    return row ? { at: rowsIn(box.current).indexOf(row), key: row.dataset.rowKey } : undefined
  }
  return {
    onClickCapture({ target }: MouseEvent) {
      if (target instanceof Element && target.closest(BUTTONS)) pressed.current = placeOf(target)
    },
    onPointerMove({ target }: PointerEvent) {
      if (placeOf(target)?.at !== pressed.current?.at) pressed.current = undefined
    },
    onPointerLeave() {
      pressed.current = undefined
    },
  }
}
