import { Lock } from 'lucide-react'
import type { Permission } from '#shared/access/permissions.ts'
import { SCREENS, type ScreenName } from '#shared/access/screens.ts'
import { useUser } from '#web/api/session.ts'
import { AdminsNote } from '#web/features/ground/auth/admins-note.tsx'
import { AskAccessNote } from '#web/features/ground/notices/ask-access-note.tsx'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Page } from '#web/ui/page.tsx'

/** Shown for a screen that is in the menu but that the user may not open: why, and who can help. */
export function LockedScreen({ name, missing }: { name: ScreenName; missing: readonly Permission[] }) {
  const user = useUser()
  const { title } = SCREENS[name]
  return (
    <Page title={title}>
      <DeadEnd
        icon={<Lock size={20} aria-hidden="true" />}
        title={`You can’t open ${title}`}
        text={
          <>
            Your role{user && `, ${user.role.description},`} doesn’t include the permission{' '}
            <strong>{missing.join(' or ')}</strong>.
          </>
        }
        help={<AdminsNote lead="To get it, ask" />}
        ways={['tools']}
      >
        <AskAccessNote screen={name} />
      </DeadEnd>
    </Page>
  )
}
