import { ShieldCheck } from 'lucide-react'
import type { Role } from '#shared/features/ground/auth/contract.ts'

/** The label of a role; admins have an extra tag. */
export function RoleBadge({ role }: { role: Role }) {
  if (role.id !== 'adm') return <>{role.description}</>
  return (
    <span className="role-badge inline-row gap-4">
      <ShieldCheck size={14} aria-hidden="true" />
      {role.description}
    </span>
  )
}
