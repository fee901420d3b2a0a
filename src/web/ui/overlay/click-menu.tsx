import { Dropdown, type MenuProps } from 'antd'
import { cloneElement, type KeyboardEvent } from 'react'
import { type Opener, PASSES_OVER_SECOND } from '../hooks/opener.ts'

interface ClickMenuProps {
  /** The button that opens it. */
  children: Opener
  items: MenuProps['items']
  /** Where it opens; by default below the button's start. */
  placement?: 'bottomRight'
}

/**
 * The opened element gets the focus at once: the rest of the same key press would activate something in it.
 */
function endPress(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}

/** A menu that a click on its button opens, and another closes; it gets the focus at once. */
export function ClickMenu({ children, items, placement }: ClickMenuProps) {
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      {...(placement ? { placement } : {})}
      menu={{ items, onKeyDown: endPress }}
    >
      {cloneElement(children, PASSES_OVER_SECOND)}
    </Dropdown>
  )
}
