import type { RunSummary } from '#shared/features/people/offboarding/contract.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { closedOf } from './messages.ts'

/** Whether a run is in progress, and if not, whether access is left open. */
export function RunStateBadge({ run }: { run: RunSummary }) {
  if (run.ended_at === null) return <StatusBadge label="running" tone="note" />
  if ((run.open_again ?? 0) > 0) return <StatusBadge label="open again" tone="bad" />
  const { closed, all } = closedOf(run.states)
  return closed === all ? (
    <StatusBadge label="closed" tone="good" />
  ) : (
    <StatusBadge label="not all closed" tone="bad" />
  )
}
