import { useRef } from 'react'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Wordmark } from './header.tsx'
import { MenuPanel } from './menu-panel.tsx'
import type { Pin } from './use-pinned.ts'

const MenuDrawer = onDemand(() => import('./menu-drawer.tsx').then(({ MenuDrawer }) => MenuDrawer))

const stay = () => undefined

interface SideMenuProps {
  user: SignedInUser
  pin: Pin
  isOpen: boolean
  onClose: () => void
}

/** The menu: a side bar if pinned, else a drawer. */
export function SideMenu({ user, pin, isOpen, onClose }: SideMenuProps) {
  // Once opened it stays mounted for its closing animation.
  const wasOpened = useRef(false)
  if (pin.isPinned)
    return (
      <aside className="side-bar column" aria-label="Menu">
        <Wordmark />
        <MenuPanel user={user} pin={pin} onGo={stay} />
      </aside>
    )
  if (isOpen) wasOpened.current = true
  if (!wasOpened.current) return null
  return (
    <MenuDrawer isOpen={isOpen} onClose={onClose}>
      <Wordmark />
      <MenuPanel user={user} pin={pin} onGo={onClose} />
    </MenuDrawer>
  )
}
