import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Article, Reason, ReviewComment } from '#shared/features/articles/contract.ts'
import { type ArticleAction, mayDo } from '#shared/features/articles/rules.ts'
import { isConflict } from '#web/api/api-error.ts'
import { useUser } from '#web/api/session.ts'
import { useForm, useFormStatus } from '#web/ui/form/use-form.ts'
import { notify } from '#web/ui/notify.ts'
import { DONE } from '../messages.ts'
import { articleQuery, refreshArticles, useValidateArticle } from '../queries.ts'
import { useSavedDecision } from '../review/use-saved-decision.ts'
import { useMayApprove } from '../use-may-approve.ts'

export type RefusalCommand = 'return' | 'reject'

const NO_COMMENT = { values: { comment: '' } }
const NO_REASON = { values: { reason: '' } }

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** Sentences that can be put in and taken out; what else was written stays. */
function toggled(text: string, sentence: string): string {
  const lines = linesOf(text)
  return (lines.includes(sentence) ? lines.filter((line) => line !== sentence) : [...lines, sentence]).join(
    '\n',
  )
}

/** On a line of its own, once. */
const withLine = (text: string, line: string) =>
  linesOf(text).includes(line) ? text : [...(text === '' ? [] : [text.trimEnd()]), line].join('\n')

function useReason(articleId: number, command: RefusalCommand) {
  const form = useForm({
    id: `${command}-reason`,
    stashAs: `${command} article ${articleId}`,
    known: NO_REASON,
    check: Reason,
  })
  const { isSaving } = useFormStatus(form)
  return { form, isSaving }
}

/**
 * What this person may decide about an article, and how. What is decided on is what they have read: once somebody else
 * saves, they have to say that they have seen it.
 */
export function useReview(article: Article, onDone: (action: ArticleAction) => void) {
  const { article_id: id, version, status, user_id: userId } = article
  const user = useUser()
  const mayApprove = useMayApprove()
  const queries = useQueryClient()
  const validate = useValidateArticle()
  /** Which reason is being written; null while nothing is refused. */
  const [mode, setMode] = useState<RefusalCommand | null>(null)
  const [readVersion, setReadVersion] = useState(version)
  const noticeRefusal = async (error: unknown) => {
    if (isConflict(error)) await refreshArticles(queries)
  }
  const carryOut = useSavedDecision({ keep: (saved) => setReadVersion(saved.version), noticeRefusal })
  const comment = useForm({
    id: 'comment',
    stashAs: `decide article ${id}`,
    known: NO_COMMENT,
    check: ReviewComment,
  })
  const { isSaving: isAgreeing } = useFormStatus(comment)
  const reasons = { return: useReason(id, 'return'), reject: useReason(id, 'reject') }
  const isSaving = isAgreeing || reasons.return.isSaving || reasons.reject.isSaving
  const { form: returnForm } = reasons.return
  const { form: rejectForm } = reasons.reject
  // What was kept over a reload is seen again, and not kept in secret.
  useEffect(() => {
    if (returnForm.values().reason !== '') setMode('return')
    else if (rejectForm.values().reason !== '') setMode('reject')
  }, [returnForm, rejectForm])

  const may = (action: ArticleAction) => user !== null && mayDo(user, action, { status, userId })
  const isReviewer = may('return')

  /** Begins a refusal: what was meant as a comment becomes its reason. */
  const refuseWith = (command: RefusalCommand) => {
    const { comment: words } = comment.values()
    if (mode === null && words !== '') {
      reasons[command].form.update(({ reason }) => ({ reason: withLine(reason, words) }), 'reason')
      comment.update(() => ({ comment: '' }), 'comment')
    }
    setMode(command)
  }
  const refuse = (command: RefusalCommand) =>
    reasons[command].form.submit(
      ({ reason }) =>
        validate.mutateAsync({ id, version: readVersion, command, reason }).catch((error: unknown) => {
          void noticeRefusal(error)
          throw error
        }),
      () => {
        notify({ kind: 'success', title: command === 'return' ? DONE.returned : DONE.rejected })
        onDone(command)
      },
    )
  const agree = (action: 'approve' | 'resubmit') =>
    comment.submit(async (values) => {
      if (await carryOut(action, article, values.comment)) onDone(action)
    })
  return {
    mode,
    setMode,
    refuseWith,
    comment,
    reasons: { return: returnForm, reject: rejectForm },
    isSaving,
    isReviewer,
    mayApprove: may('approve') && mayApprove(article),
    mayResubmit: may('resubmit'),
    mayEdit: may('edit'),
    /** Somebody else has saved the article since this person read it. */
    hasChanged: version !== readVersion && !isSaving,
    /** The article as it is known now is the one that this person has read. */
    acknowledge: () => setReadVersion(queries.getQueryData(articleQuery(id).queryKey)?.version ?? version),
    approve: () => void agree('approve'),
    resubmit: () => void agree('resubmit'),
    refuse: (command: RefusalCommand) => void refuse(command),
    toggle: (command: RefusalCommand, sentence: string) =>
      reasons[command].form.update(({ reason }) => ({ reason: toggled(reason, sentence) }), 'reason'),
    /** Takes words into the reason that is being written, or into that of a return. */
    quote: isReviewer
      ? (words: string) => {
          const command = mode ?? 'return'
          refuseWith(command)
          reasons[command].form.update(({ reason }) => ({ reason: withLine(reason, words) }), 'reason')
        }
      : undefined,
  }
}
export type ArticleReview = ReturnType<typeof useReview>
