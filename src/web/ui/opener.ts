import type { MouseEvent, ReactElement } from 'react'

/** A button that opens something. */
export type Opener = ReactElement<{ onClickCapture?: (event: MouseEvent) => void }>

/** Whoever double-clicks means to open: the second of the two clicks would close what the first has opened. */
export const passOverSecond = (event: MouseEvent) => {
  if (event.detail > 1) event.stopPropagation()
}
