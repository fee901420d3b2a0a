import { Drawer } from 'antd'
import type { ReactNode } from 'react'

interface MenuDrawerProps {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The container of the menu while it is not pinned. */
export function MenuDrawer({ isOpen, onClose, children }: MenuDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size={264}
      closable={false}
      aria-label="Menu"
      classNames={{ body: 'side-drawer' }}
    >
      {children}
    </Drawer>
  )
}
