import { Popover, type PopoverProps } from 'antd'
import { cloneElement } from 'react'
import { type Opener, PASSES_OVER_SECOND } from '../hooks/opener.ts'

interface ClickPopoverProps extends Omit<PopoverProps, 'trigger' | 'children'> {
  children: Opener
}

/** A popover that a click on its button opens, and another closes. */
export function ClickPopover({ children, ...popover }: ClickPopoverProps) {
  return (
    <Popover {...popover} trigger="click">
      {cloneElement(children, PASSES_OVER_SECOND)}
    </Popover>
  )
}
