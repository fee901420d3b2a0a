import { RotateCw } from 'lucide-react'
import type { AccessReview, ReviewSystem } from '#shared/features/people/access-reviews/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { UNSAID } from './messages.ts'
import { useReviewStep } from './queries.ts'

/** The state of a system in one word. */
function Asked({ system: { operation_name: operationName, state, accounts } }: { system: ReviewSystem }) {
  return (
    <li>
      {operationName}{' '}
      {state === 'waiting' ? (
        <StatusBadge label="Checking …" tone="note" />
      ) : (
        <span className="count" title={countedIn(accounts, 'account')}>
          {counted(accounts)}
          <span className="visually-hidden"> {accounts === 1 ? 'account' : 'accounts'}</span>
        </span>
      )}
    </li>
  )
}

/** The data that the lists do not contain, on demand. */
function Unsaid({ systems }: { systems: readonly ReviewSystem[] }) {
  if (systems.length === 0) return null
  return (
    <details className="quiet">
      <summary>{UNSAID}</summary>
      <ul>
        {systems.map(({ operation, operation_name: operationName, detail }) => (
          <li key={operation}>
            {operationName}: {detail}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The systems that failed, each with the reason, and a button to retry. */
function Failures({ review }: { review: AccessReview }) {
  const again = useReviewStep(review.review_id, 'askAgain')
  const failed = review.systems.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return null
  return (
    <div className="review-failed">
      <ul className="offboarding-runs">
        {failed.map(({ operation, operation_name: operationName, detail }) => (
          <li key={operation}>
            <span>
              {operationName}
              <span className="access-error">{detail}</span>
            </span>
            <StatusBadge label="No answer" tone="bad" />
          </li>
        ))}
      </ul>
      {review.ended_at === null && (
        <Button
          size="small"
          icon={<RotateCw size={14} aria-hidden="true" />}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          Ask {countedIn(failed.length, 'system')} again
        </Button>
      )}
    </div>
  )
}

/** The queried systems in one line; failed ones take more room. */
export function ReviewSystemsPanel({ review: { systems }, review }: { review: AccessReview }) {
  const asked = systems.filter(({ state }) => state !== 'failed')
  return (
    <section className="sheet review-systems cluster align-baseline gap-24 row-gap-4" aria-label="Systems">
      <ul className="cluster align-stretch gap-24 row-gap-4">
        {asked.map((system) => (
          <Asked key={system.operation} system={system} />
        ))}
      </ul>
      <Unsaid systems={asked.filter(({ detail }) => detail !== '')} />
      <Failures review={review} />
    </section>
  )
}
