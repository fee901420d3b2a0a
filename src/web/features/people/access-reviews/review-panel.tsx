import { useState } from 'react'
import type { AccessReview } from '#shared/features/people/access-reviews/contract.ts'
import { REVIEW_FACTS } from '#shared/features/people/access-reviews/rules.ts'
import { counted } from '#shared/format/count.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { FACT_LOOKS, keepLabel, standWords, summaryWords } from './messages.ts'
import { ReviewSystemsPanel } from './review-systems-panel.tsx'
import { ReviewedTable } from './reviewed-table.tsx'
import type { ReviewSearch } from './search.ts'

const KeepUsedDialog = onDemand(() =>
  import('./keep-used-dialog.tsx').then(({ KeepUsedDialog }) => KeepUsedDialog),
)

interface ReviewPanelProps {
  review: AccessReview
  search: ReviewSearch
  onChange: (patch: object) => void
}

function Stand({ review, onKeep }: { review: AccessReview; onKeep: () => void }) {
  const { by, began_at: beganAt, ended_at: endedAt, ended_by: endedBy, to_keep: toKeep } = review
  return (
    <div className="access-answer cluster between gap-12 sheet">
      <p role="status">
        <strong className="answer-figure">{standWords(review)}</strong>
        <span className="block">
          {summaryWords(review)} · started by {by}, <Moment moment={beganAt} />
          {endedAt !== null && (
            <>
              {' '}
              · finished by {endedBy}, <Moment moment={endedAt} />
            </>
          )}
        </span>
      </p>
      {endedAt === null && toKeep > 0 && <Button onClick={onKeep}>{keepLabel(toKeep)}</Button>}
    </div>
  )
}

/** The state of a review, its noteworthy accounts, and the list of accounts. */
export function ReviewPanel({ review, search, onChange }: ReviewPanelProps) {
  const [isKeeping, setKeeping] = useState(false)
  const facts = REVIEW_FACTS.map((key) => ({
    key,
    label: FACT_LOOKS[key].label,
    hint: FACT_LOOKS[key].hint,
    icon: null,
    value: counted(review.facts[key]),
    note: review.facts[key] === 1 ? 'account' : 'accounts',
  }))
  return (
    <div className="review stack bounded gap-16">
      <Stand review={review} onKeep={() => setKeeping(true)} />
      <ReviewSystemsPanel review={review} />
      <FactStrip
        label="Accounts"
        facts={facts}
        active={search.fact}
        onChange={(fact) => onChange({ fact, page: 1 })}
      />
      <ReviewedTable review={review} search={search} onChange={onChange} />
      {isKeeping && <KeepUsedDialog reviewId={review.review_id} onClose={() => setKeeping(false)} />}
    </div>
  )
}
