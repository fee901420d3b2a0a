import type { MouseEvent, ReactElement } from 'react'

interface OpenerEvents {
  onClickCapture?: (event: MouseEvent) => void
  onMouseDownCapture?: (event: MouseEvent) => void
}

/** A button that opens something. */
export type Opener = ReactElement<OpenerEvents>

/** Is this the second of two clicks in one place? Whoever double-clicks means to open: it would close what the first has opened. */
export const isSecond = (event: object) => 'detail' in event && event.detail === 2

/** What a button that opens something does with the second click of a double click: nothing, and the keys stay where they are. */
export const PASSES_OVER_SECOND: OpenerEvents = {
  onClickCapture: (event) => {
    if (isSecond(event)) event.stopPropagation()
  },
  onMouseDownCapture: (event) => {
    if (isSecond(event)) event.preventDefault()
  },
}
