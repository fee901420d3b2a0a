import { useQuery } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { storedPreflightQuery } from '#web/features/articles/preflight/queries.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ACTION_LABELS, QUESTIONS } from '../messages.ts'
import { RejectionNotesList } from '../rejection-notes-list.tsx'
import { ChangedNote } from './changed-note.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { ClaimedNote } from './claimed-note.tsx'
import { StoredPreflightPanel } from './stored-preflight-panel.tsx'
import { UnsentNote } from './unsent-note.tsx'
import type { ArticleReview } from './use-review.ts'

interface CommentDialogProps {
  article: Article
  action: 'approve' | 'resubmit'
  review: ArticleReview
  onClose: () => void
}

/** Approves or resubmits an article as it is, with an optional comment. */
export function CommentDialog({ article, action, review, onClose }: CommentDialogProps) {
  const user = useUser()
  // Approving is disabled until the findings are loaded, so that the buttons do not move under a click.
  const { isLoading: isUnread } = useQuery({
    ...storedPreflightQuery(article.article_id, article.version),
    enabled: action === 'approve',
  })
  return (
    <FormDialog
      form={review.words.comment}
      dirty={false}
      title={`${ACTION_LABELS[action]} “${article.title}”`}
      width={520}
      submitText={ACTION_LABELS[action]}
      submitDisabled={isUnread || review.hasChanged || !review.may(action)}
      // The dialog itself asks before an approval of the user's own article.
      onSubmit={() => void review.decide(action, { isAlways: false })}
      onClose={onClose}
    >
      <ChangedNote article={article} action={action} review={review} />
      {action === 'approve' && article.user_id === user?.id && (
        <div className="dialog-note">
          <Alert kind="note">{QUESTIONS.selfApprove}</Alert>
        </div>
      )}
      {action === 'approve' && (
        <>
          <ClaimedNote claim={review.claim} />
          <UnsentNote review={review} />
          <ChangesPanel article={article} />
          <StoredPreflightPanel article={article} />
        </>
      )}
      {action === 'resubmit' && <RejectionNotesList article={article} />}
      <TextField
        form={review.words.comment}
        name="comment"
        label="Comment (optional)"
        autoFocus
        max={REASON_MAXIMUM}
        rows={{ minRows: 3, maxRows: 10 }}
      />
    </FormDialog>
  )
}
