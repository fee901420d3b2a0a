import { Lock } from 'lucide-react'
import type { Permission } from '#shared/access/permissions.ts'
import { SCREENS, type ScreenName } from '#shared/access/screens.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'

/** Shown for a screen that is in the menu but that the user may not open; names the missing permission. */
export function LockedScreen({ name, missing }: { name: ScreenName; missing: readonly Permission[] }) {
  return (
    <Page title={SCREENS[name].title}>
      <div className="sheet">
        <Empty
          icon={<Lock size={20} aria-hidden="true" className="quiet" />}
          text={
            <>
              You don’t have access to this screen. It needs the permission{' '}
              <strong>{missing.join(' or ')}</strong>. Ask an admin for a role that includes it.
            </>
          }
        />
      </div>
    </Page>
  )
}
