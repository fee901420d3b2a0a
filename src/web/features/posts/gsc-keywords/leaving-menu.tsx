import type { Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { Rivalry } from '#shared/features/posts/rivalries/contract.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { LEAVE_ABOUT } from './messages.ts'
import { useLeaving } from './use-leaving.ts'

/** Marks a query as needing no action, and shows who did so. */
export function LeavingButton({ row: { query, left }, period }: { row: Rivalry; period: Period }) {
  const { isBusy, leave, takeUp } = useLeaving(query, period)
  if (left === null)
    return (
      <Button size="small" loading={isBusy} title={LEAVE_ABOUT} onClick={leave}>
        Dismiss
      </Button>
    )
  return (
    <span className="inline-cluster gap-8">
      <span className="quiet">
        Dismissed{left.by !== null && ` by ${left.by}`}, <RelativeTime moment={left.at} />
      </span>
      <Button size="small" loading={isBusy} onClick={takeUp}>
        Reopen
      </Button>
    </span>
  )
}
