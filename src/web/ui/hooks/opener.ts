import type { MouseEvent, ReactElement } from 'react'

interface OpenerEvents {
  onClickCapture?: (event: MouseEvent) => void
  onMouseDownCapture?: (event: MouseEvent) => void
}

/** A button that opens something. */
export type Opener = ReactElement<OpenerEvents>

/**
 * Whether this is the second click in the same place. A user who double-clicks wants to open: the second
 * click must not close again.
 */
export const isSecond = (event: object) => 'detail' in event && event.detail === 2

/** Handlers that ignore the second click of a double click and keep the focus in place. */
export const PASSES_OVER_SECOND: OpenerEvents = {
  onClickCapture: (event) => {
    if (isSecond(event)) event.stopPropagation()
  },
  onMouseDownCapture: (event) => {
    if (isSecond(event)) event.preventDefault()
  },
}
