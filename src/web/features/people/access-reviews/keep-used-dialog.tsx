import { useQuery } from '@tanstack/react-query'
import { countedIn } from '#shared/format/count.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FAILURES, keepLabel, nameOf } from './messages.ts'
import { toKeepQuery, useDecide } from './queries.ts'

interface KeepUsedDialogProps {
  reviewId: number
  onClose: () => void
}

/** Accounts of current staff that were used recently, to be checked and confirmed together. */
export function KeepUsedDialog({ reviewId, onClose }: KeepUsedDialogProps) {
  const { data, error, refetch } = useQuery(toKeepQuery(reviewId))
  const decide = useDecide(reviewId)
  const keep = (ids: readonly number[]) => decide.mutate({ ids, decision: 'keep' }, { onSuccess: onClose })
  const ids = data?.map(({ reviewed_account_id: id }) => id) ?? []
  return (
    <Dialog
      open
      title="Keep recently used accounts?"
      onClose={onClose}
      busy={decide.isPending}
      submitText={keepLabel(ids.length)}
      onSubmit={ids.length > 0 ? () => keep(ids) : undefined}
    >
      <p className="meta">
        Undecided accounts of current staff, used within 90 days:{' '}
        {data ? countedIn(data.length, 'account') : '…'}. Only these are kept.
      </p>
      {error && !data && (
        <Failed title={FAILURES.accounts} message={error.message} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton lines={5} />}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="review-to-keep" tabIndex={0} aria-label="Accounts to keep">
          <ul className="offboarding-runs">
            {data.map((account) => (
              <li key={account.reviewed_account_id}>
                <span>
                  {nameOf(account)}
                  <span className="meta">
                    {account.operation_name} · {account.account}
                  </span>
                </span>
                {account.last_used_at !== null && <RelativeTime moment={account.last_used_at} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
