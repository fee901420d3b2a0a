import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { SignInWaysPanel } from '#web/features/ground/factors/sign-in-ways-panel.tsx'
import { NotificationsPanel } from '#web/features/ground/notices/notifications-panel.tsx'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { ApiPanel } from '#web/features/ground/tokens/api-panel.tsx'
import { ActsPanel } from '#web/features/people/work/acts-panel.tsx'
import { OwnFactsPanel, OwnWorkPanel } from '#web/features/people/work/own-work-panel.tsx'
import { Avatar } from '#web/ui/cells/person.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Tabs } from '#web/ui/input/tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { LookPanel } from './look-panel.tsx'
import { MESSAGES } from './messages.ts'
import { PermissionsPanel } from './permissions-panel.tsx'
import { ProfileSearch } from './search.ts'
import { SessionsPanel } from './sessions-panel.tsx'

function Overview({ user }: { user: SignedInUser }) {
  const mayRequest = useMay('CreateArticle')
  return (
    <>
      {mayRequest && <OwnFactsPanel userId={user.id} />}
      <div className="split-columns">
        <div>
          {mayRequest && <OwnWorkPanel userId={user.id} />}
          <PermissionsPanel user={user} />
        </div>
        <div>
          <ActsPanel />
          <LookPanel />
        </div>
      </div>
    </>
  )
}

function SignIn() {
  return (
    <div className="split-columns">
      <SignInWaysPanel />
      <div>
        <SessionsPanel />
      </div>
    </div>
  )
}

/** Only administrators can be break-glass accounts, which alone have passwords where the rules limit them. */
function useHasPassword(user: SignedInUser | null): boolean {
  const { data: health } = useQuery(healthQuery)
  return user?.role.id === 'adm' || health?.provider?.limits_passwords !== true
}

/** The user's profile: work that waits for them and their permissions; how and where they sign in. */
export function ProfileScreen() {
  const user = useUser()
  const [search, change] = useSearchState(ProfileSearch)
  const [isChanging, setChanging] = useState(false)
  const hasPassword = useHasPassword(user)
  if (!user) return null
  return (
    <Page
      title="My Profile"
      actions={
        <>
          <Button
            aria-label="Edit Profile"
            icon={<Pencil aria-hidden="true" />}
            onClick={() => notify({ kind: 'info', title: MESSAGES.underConstruction })}
          >
            <span className="wide-only">Edit Profile</span>
          </Button>
          {hasPassword && (
            <Button type="primary" icon={<KeyRound aria-hidden="true" />} onClick={() => setChanging(true)}>
              Change Password
            </Button>
          )}
        </>
      }
    >
      <section className="person-head row gap-16 mb-16" aria-label="Person">
        <Avatar person={user} size={48} />
        <div className="shrinkable">
          <h2>{fullName(user)}</h2>
          <p className="quiet break-words">
            {user.role.description} · <a href={`mailto:${user.username}`}>{user.username}</a>
          </p>
        </div>
      </section>
      <Tabs
        aria-label="My Profile"
        activeKey={search.tab ?? 'overview'}
        onChange={(tab) => change({ tab: tab === 'overview' ? undefined : tab })}
        items={[
          { key: 'overview', label: 'Overview', children: <Overview user={user} /> },
          { key: 'sign-in', label: 'Sign-in', children: <SignIn /> },
          { key: 'notifications', label: 'Notifications', children: <NotificationsPanel /> },
          { key: 'api', label: 'API and assistants', children: <ApiPanel user={user} /> },
        ]}
      />
      <ChangePasswordDialog open={isChanging} onClose={() => setChanging(false)} />
    </Page>
  )
}
