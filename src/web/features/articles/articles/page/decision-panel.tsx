import { useQuery } from '@tanstack/react-query'
import { Check, Undo2, X } from 'lucide-react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { storedPreflightQuery } from '#web/features/articles/preflight/queries.ts'
import { undecidedLabel } from '#web/features/articles/revisions/messages.ts'
import { useUndecided } from '#web/features/articles/revisions/use-undecided.ts'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormStatus } from '#web/ui/form/use-form.ts'
import { type Hold, HoldNote } from '#web/ui/hold/use-hold.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useLetterKeys } from '#web/ui/input/letter-keys.ts'
import { ACTION_LABELS, QUICK_REASONS } from '../messages.ts'
import { ChangedAlert } from '../review/changed-note.tsx'
import { ClaimedNote } from '../review/claimed-note.tsx'
import { UnsentNote } from '../review/unsent-note.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import type { PageReview } from './use-page-review.ts'

interface DecisionPanelProps {
  article: Article
  review: PageReview
  hold: Hold<HTMLElement>
  /** There is another article in the queue. */
  hasNext: boolean
}

/** The keyboard shortcuts of the decisions; each has a button as well. */
function KeysNote({ mode, mayApprove }: Pick<PageReview, 'mode'> & { mayApprove: boolean }) {
  const hasLetters = useLetterKeys()
  if (mode !== null)
    return (
      <p className="page-keys" aria-hidden="true">
        {hasLetters && (
          <>
            <kbd>1</kbd>–<kbd>{QUICK_REASONS[mode].length}</kbd> reason{' '}
          </>
        )}
        <kbd>Ctrl ↵</kbd> confirm <kbd>Esc</kbd> back
      </p>
    )
  if (!hasLetters) return null
  return (
    <p className="page-keys" aria-hidden="true">
      <kbd>J</kbd> <kbd>K</kbd> next, before{' '}
      {mayApprove && (
        <>
          <kbd>A</kbd> approve{' '}
        </>
      )}
      <kbd>R</kbd> return <kbd>X</kbd> reject <kbd>Ctrl ↵</kbd> confirm <kbd>N</kbd> next finding
    </p>
  )
}

/** The decision bar for validators, below the article. */
export function DecisionPanel({ article, review, hold, hasNext }: DecisionPanelProps) {
  const { mode, hasChanged } = review
  const { comment } = review.words
  const mayApprove = review.may('approve')
  // Approving is disabled until the findings are loaded and visible.
  const { isLoading: isUnread } = useQuery(storedPreflightQuery(article.article_id, article.version))
  const undecided = useUndecided(article)
  const { isSaving } = useFormStatus(comment)
  return (
    <section className="page-bar" aria-label="Decision" ref={hold.box} {...bar}>
      <HoldNote hold={hold} />
      <ClaimedNote claim={review.claim} />
      <ChangedAlert review={review} />
      {mode === null && <UnsentNote review={review} onContinue={review.refuseWith} />}
      {mode !== null ? (
        <ReasonPanel key={mode} review={review} command={mode} />
      ) : (
        <div className="page-bar-line stack bounded">
          <TextField
            form={comment}
            name="comment"
            label={`Comment for ${article.user.first_name} (optional)`}
            max={REASON_MAXIMUM}
            rows={{ minRows: 1, maxRows: 8 }}
          />
          <div className="page-bar-buttons">
            {undecided > 0 && <span className="warn-text">{undecidedLabel(undecided)}</span>}
            <Button danger icon={<X size={16} />} onClick={() => review.refuseWith('reject')}>
              {ACTION_LABELS.reject}
            </Button>
            <Button icon={<Undo2 size={16} />} onClick={() => review.refuseWith('return')}>
              {ACTION_LABELS.return}
            </Button>
            {mayApprove && (
              <Button
                type="primary"
                icon={<Check size={16} />}
                loading={isSaving}
                disabled={isUnread || hasChanged || undecided > 0}
                onClick={() => void review.decide('approve')}
              >
                {ACTION_LABELS.approve}
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="page-bar-foot quiet wide-only">
        <KeysNote mode={mode} mayApprove={mayApprove} />
        {mode === null && hasNext && undecided === 0 && <span className="push">then the next one opens</span>}
      </div>
    </section>
  )
}
