import { Drawer } from 'antd'
import type { SignedInUser } from '#shared/features/auth/contract.ts'
import { Wordmark } from './header.tsx'
import { MenuPanel } from './menu-panel.tsx'
import type { Pin } from './use-pinned.ts'

interface SideMenuProps {
  user: SignedInUser
  pin: Pin
  isOpen: boolean
  onClose: () => void
}

/** The menu: a side bar where it is pinned, else a drawer that slides over. */
export function SideMenu({ user, pin, isOpen, onClose }: SideMenuProps) {
  if (pin.isPinned)
    return (
      <aside className="side-bar" aria-label="Menu">
        <Wordmark />
        <MenuPanel user={user} pin={pin} onGo={() => undefined} />
      </aside>
    )
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
      <Wordmark />
      <MenuPanel user={user} pin={pin} onGo={onClose} />
    </Drawer>
  )
}
