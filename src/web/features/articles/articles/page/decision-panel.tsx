import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Check, Undo2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { storedPreflightQuery } from '#web/features/articles/preflight/queries.ts'
import { undecidedLabel } from '#web/features/articles/revisions/messages.ts'
import { useUndecided } from '#web/features/articles/revisions/use-undecided.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormGuard, useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { type Hold, HoldNote } from '#web/ui/hold/use-hold.tsx'
import { useLetterKeys } from '#web/ui/input/letter-keys.ts'
import { ACTION_LABELS, QUESTIONS, QUICK_REASONS } from '../messages.ts'
import { ClaimedNote } from '../review/claimed-note.tsx'
import { decisionQuestion, useClaimQuestion } from '../review/use-claim-question.ts'
import { useReviewClaim } from '../review/use-review-claim.ts'
import { ChangedAlert } from './changed-note.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import type { ArticleReview, ValidatorDecision } from './use-review.ts'

/** A user who only pages through the queue does not claim reviews. */
const STAYING_MS = 3000

function useIsStaying(isAtWork: boolean): boolean {
  const [isStaying, setStaying] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStaying(true), STAYING_MS)
    return () => clearTimeout(timer)
  }, [])
  return isStaying || isAtWork
}

interface DecisionPanelProps {
  article: Article
  review: ArticleReview
  hold: Hold<HTMLElement>
  /** There is another article in the queue. */
  hasNext: boolean
}

/**
 * Warns that a started reason is not sent with an approval, so that the user does not lose it unknowingly.
 */
function UnsentNote({ review: { reasons, refuseWith } }: { review: ArticleReview }) {
  const texts = { return: useValue(reasons.return, 'reason'), reject: useValue(reasons.reject, 'reason') }
  const begun = (['return', 'reject'] as const).filter((command) => texts[command].trim() !== '')
  return begun.map((command) => (
    <p key={command} className="page-unsent">
      You have an unsent reason to {command}. Approving discards it.{' '}
      <button type="button" className="link-button" onClick={() => refuseWith(command)}>
        Continue writing
      </button>
    </p>
  ))
}

/** The keyboard shortcuts of the decisions; each has a button as well. */
function KeysNote({ mode, mayApprove }: Pick<ArticleReview, 'mode' | 'mayApprove'>) {
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
  const { comment, reasons, mode, mayApprove, hasChanged } = review
  const claim = useReviewClaim(article, useIsStaying(mode !== null))
  const mayDecide = useClaimQuestion(claim)
  const user = useUser()
  // Approving is disabled until the findings are loaded and visible.
  const { isLoading: isUnread } = useQuery(storedPreflightQuery(article.article_id, article.version))
  const undecided = useUndecided(article)
  const { isSaving } = useFormStatus(comment)
  useFormGuard(comment)
  useFormGuard(reasons.return)
  useFormGuard(reasons.reject)
  const decide = async (command: ValidatorDecision) => {
    if (review.check(command) && (await mayDecide(decisionQuestion(command, article.title))))
      review.decide(command)
  }
  return (
    <section className="page-bar" aria-label="Decision" ref={hold.box} {...bar}>
      <HoldNote hold={hold} />
      <ClaimedNote claim={claim} />
      {mayApprove && article.user_id === user?.id && <Alert kind="note">{QUESTIONS.selfApprove}</Alert>}
      {hasChanged && <ChangedAlert onRead={review.acknowledge} />}
      {mode === null && <UnsentNote review={review} />}
      {mode !== null ? (
        <ReasonPanel key={mode} review={review} command={mode} onRefuse={() => void decide(mode)} />
      ) : (
        <div className="page-bar-line">
          <TextField
            form={comment}
            name="comment"
            label={`Comment for ${article.user.first_name} (optional)`}
            max={REASON_MAXIMUM}
            rows={{ minRows: 1, maxRows: 8 }}
          />
          <div className="page-bar-buttons">
            {undecided > 0 && <span className="revision-undecided">{undecidedLabel(undecided)}</span>}
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
                onClick={() => void decide('approve')}
              >
                {ACTION_LABELS.approve}
              </Button>
            )}
          </div>
        </div>
      )}
      <div className="page-bar-foot quiet wide-only">
        <KeysNote mode={mode} mayApprove={mayApprove} />
        {mode === null && hasNext && undecided === 0 && <span>then the next one opens</span>}
      </div>
    </section>
  )
}
