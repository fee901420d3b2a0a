import type { MouseEvent, ReactElement } from 'react'

/** A button that opens something. */
export type Opener = ReactElement<{ onClickCapture?: (event: MouseEvent) => void }>

/** Is this the second of two clicks in one place? Whoever double-clicks means to open: it would close what the first has opened. */
export const isSecond = (event: object) => 'detail' in event && Number(event.detail) > 1

/** Keeps the second click of a double click from what a button does. */
export const passOverSecond = (event: MouseEvent) => {
  if (isSecond(event)) event.stopPropagation()
}
