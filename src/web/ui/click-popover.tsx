import { Popover, type PopoverProps } from 'antd'
import { cloneElement, type MouseEvent, type ReactElement } from 'react'

/** A button that opens something. */
export type Opener = ReactElement<{ onClickCapture?: (event: MouseEvent) => void }>

interface ClickPopoverProps extends Omit<PopoverProps, 'trigger' | 'children'> {
  children: Opener
}

/** Whoever double-clicks means to open: the second of the two clicks would close what the first has opened. */
const passOverSecond = (event: MouseEvent) => {
  if (event.detail > 1) event.stopPropagation()
}

/** A popover that a click on its button opens, and another one closes. */
export function ClickPopover({ children, ...popover }: ClickPopoverProps) {
  return (
    <Popover {...popover} trigger="click">
      {cloneElement(children, { onClickCapture: passOverSecond })}
    </Popover>
  )
}
