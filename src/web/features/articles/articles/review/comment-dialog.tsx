import { useQuery } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { ReviewComment } from '#shared/features/articles/articles/form.ts'
import { mayDo, REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { storedPreflightQuery } from '#web/features/articles/preflight/queries.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { ACTION_LABELS, QUESTIONS } from '../messages.ts'
import { RejectionNotesList } from '../rejection-notes-list.tsx'
import { ChangedNote } from './changed-note.tsx'
import { ChangesPanel } from './changes-panel.tsx'
import { ClaimedNote } from './claimed-note.tsx'
import { StoredPreflightPanel } from './stored-preflight-panel.tsx'
import { decisionQuestion, useClaimQuestion } from './use-claim-question.ts'
import { useReadArticle } from './use-read-article.ts'
import { useReviewClaim } from './use-review-claim.ts'
import { useSavedDecision } from './use-saved-decision.ts'

interface CommentDialogProps {
  article: Article
  action: 'approve' | 'resubmit'
  onClose: () => void
}

const BLANK = { values: { comment: '' } }

/** Approves or resubmits an article as it is, with an optional comment. */
export function CommentDialog({ article: read, action, onClose }: CommentDialogProps) {
  const { article, hasChanged, keep, noticeRefusal } = useReadArticle(read)
  const carryOut = useSavedDecision({ keep, noticeRefusal })
  const user = useUser()
  const claim = useReviewClaim(action === 'approve' ? article : null)
  const mayDecide = useClaimQuestion(claim)
  const isPossible = user !== null && mayDo(user, action, { status: article.status, userId: article.user_id })
  // Approving is disabled until the findings are loaded, so that the buttons do not move under a click.
  const { isLoading: isUnread } = useQuery({
    ...storedPreflightQuery(article.article_id, article.version),
    enabled: action === 'approve',
  })
  const form = useForm({
    id: 'comment',
    stashAs: `${action} article ${article.article_id}`,
    known: BLANK,
    check: ReviewComment,
  })

  const decide = async ({ comment }: { comment: string }) => {
    if (await carryOut(action, article, comment)) onClose()
  }
  const submit = async () => {
    if (!form.check()) return
    if (action === 'resubmit' || (await mayDecide(decisionQuestion(action, article.title))))
      void form.submit(decide)
  }
  return (
    <FormDialog
      form={form}
      title={`${ACTION_LABELS[action]} “${article.title}”`}
      width={520}
      submitText={ACTION_LABELS[action]}
      submitDisabled={isUnread || (hasChanged && !isPossible)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {hasChanged && <ChangedNote article={article} isPossible={isPossible} />}
      {action === 'approve' && article.user_id === user?.id && (
        <div className="dialog-note">
          <Alert kind="note">{QUESTIONS.selfApprove}</Alert>
        </div>
      )}
      {action === 'approve' && (
        <>
          <ClaimedNote claim={claim} />
          <ChangesPanel article={article} />
          <StoredPreflightPanel article={article} />
        </>
      )}
      {action === 'resubmit' && <RejectionNotesList article={article} />}
      <TextField
        form={form}
        name="comment"
        label="Comment (optional)"
        autoFocus
        max={REASON_MAXIMUM}
        rows={{ minRows: 3, maxRows: 10 }}
      />
    </FormDialog>
  )
}
