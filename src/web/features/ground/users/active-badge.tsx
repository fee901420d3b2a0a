import { StatusBadge } from '#web/ui/cells/status-badge.tsx'

/** Whether the user may sign in. */
export function ActiveBadge({ active }: { active: number }) {
  return active === 1 ? (
    <StatusBadge label="Active" tone="good" />
  ) : (
    <StatusBadge label="Locked" tone="bad" mark="hollow" />
  )
}
