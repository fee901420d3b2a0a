import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import type { AuditEntry } from '#shared/features/ground/audit/contract.ts'
import { useMay, useUser, visitorOf } from '#web/api/session.ts'

interface TokenLinkProps {
  credential: NonNullable<AuditEntry['actor']['credential']>
}

/** The API token of an act; leads to all acts with the same token, for users who may see them. */
export function TokenLink({ credential: { id, name } }: TokenLinkProps) {
  const maySeeTrail = useMay('ManageUsers')
  const isOpen = mayOpen(SCREENS.userActivity.access, visitorOf(useUser())) && maySeeTrail
  const label = (
    <>
      <KeyRound size={12} aria-hidden="true" />
      <span className="visually-hidden">with the token </span>
      <span className="ellipsis">{name}</span>
    </>
  )
  return isOpen ? (
    <Link
      className="tag token-tag"
      to={SCREENS.userActivity.path}
      search={{ tab: 'audit', act: 'all', token: id }}
      title={`All entries with the token “${name}”`}
    >
      {label}
    </Link>
  ) : (
    <span className="tag token-tag">{label}</span>
  )
}
