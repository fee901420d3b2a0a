import type { Article } from '#shared/features/articles/articles/contract.ts'
import { REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ACTION_LABELS } from '../messages.ts'
import { ChangedNote } from './changed-note.tsx'
import { ClaimedNote } from './claimed-note.tsx'
import type { ArticleReview } from './use-review.ts'
import type { RefusalCommand } from './use-words.ts'

interface ReasonDialogProps {
  article: Article
  command: RefusalCommand
  review: ArticleReview
  /** The article has unsaved edits, which are not sent along. */
  hasEdits?: boolean
  onClose: () => void
}

/** The form for the reason of a return or rejection. */
export function ReasonDialog({ article, command, review, hasEdits, onClose }: ReasonDialogProps) {
  const form = review.words.reasons[command]
  return (
    <FormDialog
      form={form}
      dirty={false}
      title={`${ACTION_LABELS[command]} “${article.title}”`}
      width={520}
      submitText={ACTION_LABELS[command]}
      danger={command === 'reject'}
      submitDisabled={review.hasChanged || !review.may(command)}
      onSubmit={() => void review.decide(command)}
      onClose={onClose}
    >
      <ClaimedNote claim={review.claim} />
      <ChangedNote article={article} action={command} review={review} />
      {hasEdits && (
        <div className="dialog-note">
          <Alert kind="note">This doesn’t save your edits to the article. Only approving does.</Alert>
        </div>
      )}
      <TextField
        form={form}
        name="reason"
        label="Reason"
        required
        autoFocus
        max={REASON_MAXIMUM}
        rows={{ minRows: 4, maxRows: 12 }}
      />
    </FormDialog>
  )
}
