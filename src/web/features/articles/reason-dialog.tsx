import { Input } from 'antd'
import { useState } from 'react'
import { type Article, Reason } from '#shared/features/articles/contract.ts'
import { mayDo, REASON_MAXIMUM } from '#shared/features/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { useFormStash } from '#web/api/use-form-stash.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formIssues } from '#web/ui/form-issues.ts'
import { Labelled, noteId } from '#web/ui/labelled.tsx'
import { LengthNote } from '#web/ui/length-note.tsx'
import { notify } from '#web/ui/notify.ts'
import { ChangedNote } from './changed-note.tsx'
import { ClaimedNote } from './claimed-note.tsx'
import { ACTION_LABELS, DONE } from './messages.ts'
import { useValidateArticle } from './queries.ts'
import { useReadArticle } from './use-read-article.ts'
import { type ReviewClaim, useReviewClaim } from './use-review-claim.ts'

interface ReasonDialogProps {
  article: Article
  command: 'return' | 'reject'
  /** The article is being edited, and those edits do not go along. */
  hasEdits?: boolean
  /** Of the dialog in which this one stands: its review goes on when this one is closed. */
  claim?: ReviewClaim
  onClose: () => void
  onDone?: () => void
}

const ID = 'reason'

/** Why an article goes back or is refused. */
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
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const validate = useValidateArticle()
  const isPossible =
    user !== null && mayDo(user, command, { status: article.status, userId: article.user_id })
  useFormStash(`${command} article ${article.article_id}`, reason === '' ? null : reason, setReason)

  const submit = () => {
    const { reason: missing } = formIssues(Reason, { reason })
    setError(missing)
    if (missing !== undefined) {
      document.getElementById(ID)?.focus()
      return
    }
    validate.mutate(
      { id: article.article_id, version: article.version, command, reason },
      {
        onSuccess: () => {
          notify({ kind: 'success', title: command === 'return' ? DONE.returned : DONE.rejected })
          onClose()
          onDone?.()
        },
        onError: (refusal) => void noticeRefusal(refusal),
      },
    )
  }
  return (
    <Dialog
      open
      title={`${ACTION_LABELS[command]} “${article.title}”`}
      width={520}
      submitText={ACTION_LABELS[command]}
      danger={command === 'reject'}
      busy={validate.isPending}
      submitDisabled={hasChanged && !isPossible}
      dirty={reason !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <ClaimedNote claim={claim} />
      {hasChanged && <ChangedNote article={article} isPossible={isPossible} />}
      {hasEdits && (
        <div className="dialog-note">
          <Alert kind="note">
            Your edits to the article are not saved with this; only approving saves them.
          </Alert>
        </div>
      )}
      <Labelled
        id={ID}
        label="Reason"
        required
        error={error}
        aside={<LengthNote text={reason} max={REASON_MAXIMUM} />}
      >
        <Input.TextArea
          id={ID}
          autoFocus
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId(ID) : undefined}
          status={error ? 'error' : ''}
          autoSize={{ minRows: 4, maxRows: 12 }}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value)
            setError(undefined)
          }}
        />
      </Labelled>
    </Dialog>
  )
}
