import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Article, Reason, ReviewComment } from '#shared/features/articles/contract.ts'
import { type ArticleAction, mayDo } from '#shared/features/articles/rules.ts'
import { isConflict } from '#web/api/api-error.ts'
import { useUser } from '#web/api/session.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { notify } from '#web/ui/notify.ts'
import { DONE } from '../messages.ts'
import { refreshArticles, useValidateArticle } from '../queries.ts'
import { useSavedDecision } from '../review/use-saved-decision.ts'
import { useMayApprove } from '../use-may-approve.ts'

/** What the bar is about to do; null while nothing is chosen. */
export type ReviewMode = 'approve' | 'return' | 'reject' | null

const NO_COMMENT = { values: { comment: '' } }
const NO_REASON = { values: { reason: '' } }

/** Sentences that can be put in and taken out; what else was written stays. */
function toggled(text: string, sentence: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (lines.includes(sentence) ? lines.filter((line) => line !== sentence) : [...lines, sentence]).join(
    '\n',
  )
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
  const [mode, setMode] = useState<ReviewMode>(null)
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
  const reason = useForm({ id: 'reason', stashAs: `refuse article ${id}`, known: NO_REASON, check: Reason })
  /** Where the keys go when a reason is asked for. */
  const panel = useRef<HTMLDivElement>(null)

  const may = (action: ArticleAction) => user !== null && mayDo(user, action, { status, userId })
  const refuse = (command: 'return' | 'reject') =>
    reason.submit(
      ({ reason: words }) =>
        validate.mutateAsync({ id, version: readVersion, command, reason: words }).catch((error: unknown) => {
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
  const isReviewer = may('return')
  return {
    mode,
    setMode,
    panel,
    comment,
    reason,
    isReviewer,
    mayApprove: may('approve') && mayApprove(article),
    mayResubmit: may('resubmit'),
    mayEdit: may('edit'),
    /** Somebody else has saved the article since this person read it. */
    hasChanged: version !== readVersion,
    acknowledge: () => setReadVersion(version),
    approve: () => void agree('approve'),
    resubmit: () => void agree('resubmit'),
    refuse: (command: 'return' | 'reject') => void refuse(command),
    toggle: (sentence: string) =>
      reason.update((values) => ({ reason: toggled(values.reason, sentence) }), 'reason'),
    /** Takes words into the reason of a return, on a line of their own. */
    quote: isReviewer
      ? (words: string) => {
          setMode((before) => before ?? 'return')
          reason.update(
            (values) => ({ reason: values.reason === '' ? words : `${values.reason.trimEnd()}\n${words}` }),
            'reason',
          )
        }
      : undefined,
  }
}
export type ArticleReview = ReturnType<typeof useReview>
