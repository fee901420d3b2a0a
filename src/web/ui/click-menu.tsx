import { Dropdown, type MenuProps } from 'antd'
import { cloneElement, type KeyboardEvent } from 'react'
import { type Opener, PASSES_OVER_SECOND } from './opener.ts'

interface ClickMenuProps {
  /** The button that opens it. */
  children: Opener
  items: MenuProps['items']
  /** Where it opens; below the button's beginning where nothing is said. */
  placement?: 'bottomRight'
}

/** What an entry opens has the keys at once: the rest of the same press would press there, too. */
function endPress(event: KeyboardEvent) {
  if (event.key === 'Enter') event.preventDefault()
}

/** A menu that a click on its button opens, and another one closes; the keys are in it at once. */
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
