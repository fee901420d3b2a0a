import '#web/ui/input/controls.css'
import '#web/ui/theme/antd.css'
import '#web/ui/theme/table.css'
import '#web/ui/theme/kit.css'
import '#web/ui/theme/chart.css'
import './layout.css'
import '../screen-styles.ts'
import '#web/ui/theme/print.css'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { DecisionsPanel } from '#web/features/articles/decisions/decisions-panel.tsx'
import { DueNote } from '#web/features/ground/factors/due-note.tsx'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { prepareNotices } from '#web/ui/feedback/notify.ts'
import { PageSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { useLeaveGuard } from '#web/ui/hooks/use-unsaved.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ConfirmHost } from '#web/ui/overlay/confirm-host.tsx'
import { bringLater, onDemand } from '#web/ui/overlay/on-demand.tsx'
import { PageChrome } from '#web/ui/page.tsx'
import { LibraryTheme } from '#web/ui/theme/library-theme.tsx'
import { TimeZone } from '#web/ui/time-zone.ts'
import { PRODUCT_NAME } from '../product.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SideMenu } from './side-menu.tsx'
import { StepUpHost } from './step-up-host.tsx'
import { beginTypingAhead, endTypingAhead } from './typed-ahead.ts'
import { useFocusNet } from './use-focus-net.ts'
import { useHasScrolled } from './use-has-scrolled.ts'
import { useMainFocus } from './use-main-focus.ts'
import { usePinned } from './use-pinned.ts'

const loadPalette = () => import('./command-palette.tsx').then(({ CommandPalette }) => CommandPalette)
const CommandPalette = onDemand(loadPalette)

export interface LayoutProps {
  user: SignedInUser
  /** The guard is redirecting: the screen of the old address must not be shown. */
  isLeaving: boolean
}

function Layout({ user, isLeaving }: LayoutProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const pin = usePinned()
  const hasScrolled = useHasScrolled(60)
  const main = useMainFocus()
  const layout = useRef<HTMLDivElement>(null)
  useFocusNet(layout)
  const openMenu = useCallback(() => setMenuOpen(true), [])
  const closePalette = useCallback(() => setPaletteOpen(false), [])
  const openPalette = useCallback(() => {
    beginTypingAhead(closePalette)
    // If it fails to load, the error message needs the keyboard.
    loadPalette().catch(endTypingAhead)
    setPaletteOpen(true)
  }, [closePalette])
  useLeaveGuard()
  useEffect(() => bringLater(async () => prepareNotices()), [])

  const chrome = useMemo(
    () => ({
      productName: PRODUCT_NAME,
      leading: hasScrolled && !pin.isPinned && (
        <Button
          type="text"
          className="header-menu"
          aria-label="Menu"
          icon={<Menu size={16} />}
          onClick={openMenu}
        />
      ),
    }),
    [hasScrolled, pin.isPinned, openMenu],
  )

  return (
    <div className={pin.isPinned ? 'layout pinned' : 'layout'} ref={layout}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SideMenu user={user} pin={pin} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <div className="layout-content column">
        <Header user={user} isPinned={pin.isPinned} onMenu={openMenu} onSearch={openPalette} />
        <main className="fill shrinkable" id="main" ref={main} tabIndex={-1}>
          <DueNote />
          <DecisionsPanel />
          <PageChrome value={chrome}>
            <Suspense fallback={<PageSkeleton />}>{isLeaving ? null : <Outlet />}</Suspense>
          </PageChrome>
        </main>
        <Footer />
      </div>
      <Shortcuts onPalette={openPalette} />
      {isPaletteOpen && <CommandPalette user={user} onClose={closePalette} />}
    </div>
  )
}

/** The frame of all screens behind the sign-in. It does not depend on the search part of the address. */
export const SignedInLayout = memo(function SignedInLayout(props: LayoutProps) {
  const { data: health } = useQuery(healthQuery)
  return (
    <LibraryTheme>
      <ConfirmHost>
        <TimeZone value={health?.time_zone}>
          <Layout {...props} key={props.user.id} />
          <StepUpHost key={`step-up ${props.user.id}`} />
        </TimeZone>
      </ConfirmHost>
    </LibraryTheme>
  )
})
