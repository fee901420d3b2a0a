import { Button } from 'antd'
import { useState } from 'react'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { Avatar } from '#web/ui/cells/person.tsx'
import { notify } from '#web/ui/notify.ts'
import { Page } from '#web/ui/page.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { MESSAGES } from './messages.ts'

/** Who one is to the product. */
export function ProfileScreen() {
  const user = useUser()
  const [isChanging, setChanging] = useState(false)
  if (!user) return null
  return (
    <Page
      title="My Profile"
      narrow
      actions={
        <>
          <Button onClick={() => notify({ kind: 'info', title: MESSAGES.underConstruction })}>
            Edit Profile
          </Button>
          <Button type="primary" onClick={() => setChanging(true)}>
            Change Password
          </Button>
        </>
      }
    >
      <section className="sheet profile" aria-label="Person">
        <Avatar person={user} size={48} />
        <dl className="details">
          <dt>Name</dt>
          <dd>{fullName(user)}</dd>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${user.username}`}>{user.username}</a>
          </dd>
          <dt>Role</dt>
          <dd>{user.role.description}</dd>
          <dt>May</dt>
          <dd>{user.permissions.length === 0 ? 'Nothing yet' : user.permissions.map(spaced).join(', ')}</dd>
        </dl>
      </section>
      <ChangePasswordDialog open={isChanging} onClose={() => setChanging(false)} />
    </Page>
  )
}

/** `ViewKeywords` → `View keywords` */
function spaced(permission: string): string {
  const words = permission.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
