import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { SignedInUser } from '#shared/features/auth/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { grantedOf, PermissionsCard } from './permissions-card.tsx'
import { adminsQuery } from './queries.ts'

/** Who can grant more: every administrator, by mail. */
function AdminsNote() {
  const { data: admins = [] } = useQuery(adminsQuery)
  if (admins.length === 0) return null
  return (
    <p className="quiet">
      Something missing? Ask an admin:{' '}
      {admins.map((admin, index) => (
        <Fragment key={admin.username}>
          {index > 0 && (index === admins.length - 1 ? ' or ' : ', ')}
          <a href={`mailto:${admin.username}`}>{fullName(admin)}</a>
        </Fragment>
      ))}
      .
    </p>
  )
}

/** The user's permissions, and who can grant more. */
export function PermissionsPanel({ user }: { user: SignedInUser }) {
  return (
    <section className="sheet side-panel" aria-labelledby="permissions-title">
      <header>
        <h2 id="permissions-title">Your permissions</h2>
        <span className="meta">{grantedOf(user.permissions)}, from your role</span>
      </header>
      <PermissionsCard granted={user.permissions} />
      {user.role_id !== 'adm' && <AdminsNote />}
    </section>
  )
}
