import type { AccessItem } from '#shared/features/people/user-access/contract.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { NOT_REVOKED, REVOKED } from './messages.ts'
import type { AccessStanding } from './use-revocation.ts'

/** Whether a person has access. A system that could not be queried counts as neither open nor closed. */
export function AccessStateBadge({ item, standing }: { item: AccessItem; standing: AccessStanding }) {
  if (standing === 'revoked') return <StatusBadge label={REVOKED} tone="good" />
  if (standing === 'revoking') return <StatusBadge label="Revoking …" tone="note" />
  if (standing === 'failed') return <StatusBadge label={NOT_REVOKED} tone="bad" />
  if (item.error !== null) return <StatusBadge label="Error" tone="bad" />
  return item.active ? (
    <StatusBadge label="Active" tone="warn" />
  ) : (
    <StatusBadge label="Inactive" mark="hollow" />
  )
}
