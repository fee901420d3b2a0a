import { Button } from 'antd'
import { RotateCw } from 'lucide-react'
import type { AccessReview, ReviewSystem } from '#shared/features/access-reviews/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { useReviewStep } from './queries.ts'

function State({ system: { state, accounts, undecided } }: { system: ReviewSystem }) {
  if (state === 'waiting') return <StatusBadge label="Asking …" tone="note" />
  if (state === 'failed') return <StatusBadge label="Could not be asked" tone="bad" />
  return undecided === 0 ? (
    <StatusBadge label={countedIn(accounts, 'account')} tone="good" />
  ) : (
    <StatusBadge label={countedIn(accounts, 'account')} tone="quiet" mark="hollow" />
  )
}

/** What every system has answered, what its list does not say, and the way to ask again. */
export function ReviewSystemsPanel({ review }: { review: AccessReview }) {
  const again = useReviewStep(review.review_id, 'askAgain')
  const isOpen = review.ended_at === null
  return (
    <section className="sheet offboarding-panel" aria-label="Systems">
      <header>
        <h2>Systems</h2>
        {isOpen && review.failed > 0 && (
          <Button
            size="small"
            icon={<RotateCw size={14} aria-hidden="true" />}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            Ask {countedIn(review.failed, 'system')} again
          </Button>
        )}
      </header>
      <ul className="offboarding-runs review-systems">
        {review.systems.map((system) => (
          <li key={system.operation}>
            <span>
              {system.operationName}
              {system.detail !== '' && (
                <span className={system.state === 'failed' ? 'access-error' : 'meta'}>{system.detail}</span>
              )}
            </span>
            <State system={system} />
          </li>
        ))}
      </ul>
    </section>
  )
}
