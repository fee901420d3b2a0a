import { Link, useLocation } from '@tanstack/react-router'
import { MapPinOff } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Page } from '#web/ui/page.tsx'
import { closestScreen } from './closest-screen.ts'

/** Shown for an address of no screen. It stays in the address bar, to be corrected there. */
export function NotFoundScreen() {
  const { pathname, searchStr, search } = useLocation()
  const closest = closestScreen(pathname, visitorOf(useUser()))
  return (
    <Page title="Page not found">
      <DeadEnd
        icon={<MapPinOff size={20} aria-hidden="true" />}
        title="There’s nothing at this address"
        text="Check the address for typos. If a link in Copydesk brought you here, tell an administrator."
        address={pathname + searchStr}
        ways={closest === null ? ['keywords', 'tools'] : ['tools']}
      >
        {closest && (
          <Link to={SCREENS[closest].path} search={search} className="btn btn-primary">
            Open {SCREENS[closest].title}
          </Link>
        )}
      </DeadEnd>
    </Page>
  )
}
