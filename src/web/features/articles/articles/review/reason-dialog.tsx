import type { Article } from '#shared/features/articles/articles/contract.ts'
import { Reason } from '#shared/features/articles/articles/form.ts'
import { mayDo, REASON_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { useAnnounceDecision } from '#web/features/articles/decisions/use-announce-decision.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { ACTION_LABELS, DONE } from '../messages.ts'
import { useValidateArticle } from '../queries.ts'
import { ChangedNote } from './changed-note.tsx'
import { ClaimedNote } from './claimed-note.tsx'
import { decisionQuestion, useClaimQuestion } from './use-claim-question.ts'
import { useReadArticle } from './use-read-article.ts'
import { type ReviewClaim, useReviewClaim } from './use-review-claim.ts'

interface ReasonDialogProps {
  article: Article
  command: 'return' | 'reject'
  /** The article has unsaved edits, which are not sent along. */
  hasEdits?: boolean
  /** The claim of the surrounding dialog, whose review continues when this dialog closes. */
  claim?: ReviewClaim
  onClose: () => void
  onDone?: () => void
}

const BLANK = { values: { reason: '' } }

/** The form for the reason of a return or rejection. */
export function ReasonDialog({
  article: read,
  command,
  hasEdits,
  claim: outer,
  onClose,
  onDone,
}: ReasonDialogProps) {
  const { article, hasChanged, noticeRefusal } = useReadArticle(read)
  const user = useUser()
  const own = useReviewClaim(outer ? null : article)
  const claim = outer ?? own
  const mayDecide = useClaimQuestion(claim)
  const validate = useValidateArticle()
  const announce = useAnnounceDecision()
  const isPossible =
    user !== null && mayDo(user, command, { status: article.status, userId: article.user_id })
  const form = useForm({
    id: 'reason',
    stashAs: `${command} article ${article.article_id}`,
    known: BLANK,
    check: Reason,
  })
  const decide = ({ reason }: { reason: string }) =>
    validate
      .mutateAsync({ id: article.article_id, version: article.version, command, reason })
      .catch((refusal: unknown) => {
        void noticeRefusal(refusal)
        throw refusal
      })
  const submit = async () => {
    if (form.check() && (await mayDecide(decisionQuestion(command, article.title))))
      void form.submit(decide, done)
  }
  const done = () => {
    void announce(article, command === 'return' ? DONE.returned : DONE.rejected)
    onClose()
    onDone?.()
  }
  return (
    <FormDialog
      form={form}
      title={`${ACTION_LABELS[command]} “${article.title}”`}
      width={520}
      submitText={ACTION_LABELS[command]}
      danger={command === 'reject'}
      submitDisabled={hasChanged && !isPossible}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ClaimedNote claim={claim} />
      {hasChanged && <ChangedNote article={article} isPossible={isPossible} />}
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
