import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ReviewSummary } from '#shared/features/people/access-reviews/contract.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { ABOUT, FAILURES, NONE_YET, summaryWords } from './messages.ts'
import { reviewsQuery, useBeginReview } from './queries.ts'

function Reviews({ reviews }: { reviews: readonly ReviewSummary[] }) {
  return (
    <ul className="offboarding-runs">
      {reviews.map((review) => (
        <li key={review.review_id}>
          <span>
            <Link to={SCREENS.accessReview.path} params={{ id: String(review.review_id) }}>
              {review.title}
            </Link>
            <span className="meta">
              {summaryWords(review)} · <Moment moment={review.began_at} />, {review.by}
            </span>
          </span>
          {review.ended_at === null ? (
            <StatusBadge label="under way" tone="note" />
          ) : (
            <StatusBadge label="finished" tone="good" />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The access reviews, a button to start the next one, and whether it is due. */
export function ReviewsPanel() {
  const { data, error, refetch } = useQuery(reviewsQuery)
  const navigate = useNavigate()
  const begin = useBeginReview(
    ({ review_id: id }) => void navigate({ to: SCREENS.accessReview.path, params: { id: String(id) } }),
  )
  const isBeginning = useRef(false)
  const beginOnce = () => {
    // The second click of a double click, before the button is visibly busy.
    if (isBeginning.current) return
    isBeginning.current = true
    begin.mutate(undefined, {
      onError: () => {
        isBeginning.current = false
      },
    })
  }
  const open = data?.reviews.find(({ ended_at: endedAt }) => endedAt === null)
  return (
    <section className="sheet offboarding-panel" aria-label="Access reviews">
      <header>
        <h2>Access reviews {data?.isDue && !open && <StatusBadge label="due" tone="warn" />}</h2>
        {data && !open && (
          <Button loading={begin.isPending} onClick={beginOnce}>
            Start a review
          </Button>
        )}
      </header>
      <p className="meta">{ABOUT}</p>
      {error && !data && (
        <Failed title={FAILURES.list} message={error.message} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton lines={3} />}
      {data?.reviews.length === 0 && <p className="meta">{NONE_YET}</p>}
      {data && <Reviews reviews={data.reviews} />}
    </section>
  )
}
