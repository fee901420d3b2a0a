import { Ban, Pencil, Send } from 'lucide-react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormStatus } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ACTION_LABELS } from '../messages.ts'
import { ChangedAlert } from '../review/changed-note.tsx'
import { useEnding } from '../use-ending.ts'
import type { PageReview } from './use-page-review.ts'
import type { ArticlePoints } from './use-points.ts'

interface AnswerPanelProps {
  article: Article
  review: PageReview
  points: ArticlePoints
  onEdit: () => void
  onDone: () => void
}

/** The panel in which the requester of a returned article replies, corrects and resubmits it. */
export function AnswerPanel({ article, review, points: { points }, onEdit, onDone }: AnswerPanelProps) {
  const { comment } = review.words
  const { isSaving } = useFormStatus(comment)
  const ending = useEnding()
  const cancel = async () => {
    if (await ending.end('cancel', article)) onDone()
  }
  return (
    <section className="page-bar" aria-label="Answer" {...bar}>
      <ChangedAlert review={review} />
      <div className="page-bar-line stack bounded">
        <TextField
          form={comment}
          name="comment"
          label="Answer (optional)"
          max={REASON_MAXIMUM}
          rows={{ minRows: 1, maxRows: 8 }}
        />
        <div className="page-bar-buttons">
          {points.length > 0 && (
            <span className="quiet tabular">
              {points.filter(({ isAnswered }) => isAnswered).length} of {points.length} answered
            </span>
          )}
          <Button danger icon={<Ban size={16} />} onClick={() => void cancel()}>
            {ACTION_LABELS.cancel}
          </Button>
          <Button icon={<Pencil size={16} />} onClick={onEdit}>
            {ACTION_LABELS.edit}
          </Button>
          <Button
            type="primary"
            icon={<Send size={16} />}
            loading={isSaving}
            disabled={review.hasChanged}
            onClick={() => void review.decide('resubmit')}
          >
            {ACTION_LABELS.resubmit}
          </Button>
        </div>
      </div>
    </section>
  )
}
