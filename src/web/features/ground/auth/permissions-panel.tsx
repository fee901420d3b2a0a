import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { AdminsNote } from './admins-note.tsx'
import { grantedOf, PermissionsCard } from './permissions-card.tsx'

/** The user's permissions, and who can grant more. */
export function PermissionsPanel({ user }: { user: SignedInUser }) {
  return (
    <section className="sheet side-panel" aria-labelledby="permissions-title">
      <header>
        <h2 id="permissions-title">Your permissions</h2>
        <span className="meta">{grantedOf(user.permissions)}, from your role</span>
      </header>
      <PermissionsCard granted={user.permissions} />
      {user.role_id !== 'adm' && <AdminsNote lead="Something missing? Ask an admin:" />}
    </section>
  )
}
