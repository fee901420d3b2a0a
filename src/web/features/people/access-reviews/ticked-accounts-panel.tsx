import type { ReviewedAccount } from '#shared/features/people/access-reviews/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TickedRows } from '#web/ui/list/use-ticked.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { confirmLeftQuestion } from './messages.ts'
import { useDecide } from './queries.ts'

interface TickedAccountsPanelProps {
  reviewId: number
  ticked: TickedRows<ReviewedAccount>
}

/** Shown while accounts are selected: their number, and a button to confirm them together. */
export function TickedAccountsPanel({ reviewId, ticked }: TickedAccountsPanelProps) {
  const decide = useDecide(reviewId)
  const confirm = useConfirm()
  const { keys, rows, clear } = ticked
  if (keys.length === 0) return null
  const keep = async () => {
    const question = confirmLeftQuestion(rows)
    if (question !== null && !(await confirm(question))) return
    decide.mutate({ ids: keys.map(Number), decision: 'keep' }, { onSuccess: clear })
  }
  return (
    <section className="rows-bar row gap-8" aria-label="Selected accounts" {...bar}>
      <p>
        <strong>{countedIn(keys.length, 'account')} selected</strong>
      </p>
      <Button type="text" disabled={decide.isPending} onClick={clear}>
        Clear selection
      </Button>
      <Button type="primary" loading={decide.isPending} onClick={() => void keep()}>
        Keep {counted(keys.length)}
      </Button>
    </section>
  )
}
