import { grantsOf } from '#shared/access/roles.ts'
import type { User } from '#shared/features/ground/users/contract.ts'
import { grantedOf, PermissionsCard } from '#web/features/ground/auth/permissions-card.tsx'

/** A user's permissions, which are those of their role. */
export function UserPermissionsPanel({ user }: { user: User }) {
  const granted = grantsOf(user.role_id)
  return (
    <section className="sheet side-panel" aria-labelledby="user-permissions-title">
      <header>
        <h2 id="user-permissions-title">Permissions</h2>
        <span className="meta">
          {grantedOf(granted)}, role {user.role.description}
        </span>
      </header>
      <PermissionsCard granted={granted} isDense />
    </section>
  )
}
