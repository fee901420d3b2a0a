import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { Reason, ReviewComment } from '#shared/features/articles/form.ts'
import { type ArticleAction, mayDo } from '#shared/features/articles/rules.ts'
import { isConflict } from '#web/api/api-error.ts'
import { useUser } from '#web/api/session.ts'
import { useAnnounceDecision } from '#web/features/decisions/use-announce-decision.ts'
import { useForm, useFormStatus } from '#web/ui/form/use-form.ts'
import { DONE } from '../messages.ts'
import { articleQuery, refreshArticles, useValidateArticle } from '../queries.ts'
import { useSavedDecision } from '../review/use-saved-decision.ts'
import { useMayApprove } from '../use-may-approve.ts'

export type RefusalCommand = 'return' | 'reject'
export type ValidatorDecision = 'approve' | RefusalCommand

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

/** A quote that nobody has written anything to. */
const isIdleQuote = (line: string) => /^(.+):$/.test(line.trim())

/** A field that is meant says nothing of what is meant about it. */
const SaidReason = Reason.refine(({ reason }) => !linesOf(reason).every(isIdleQuote), {
  path: ['reason'],
  message: 'Missing reason',
})

const withoutIdleQuotes = (reason: string): string =>
  reason
    .split('\n')
    .filter((line) => !isIdleQuote(line))
    .join('\n')

function useReason(articleId: number, command: RefusalCommand) {
  const form = useForm({
    id: `${command}-reason`,
    stashAs: `${command} article ${articleId}`,
    known: NO_REASON,
    check: SaidReason,
  })
  const { isSaving } = useFormStatus(form)
  return { form, isSaving }
}

/** What is written with a decision: a comment, or a reason for each way to refuse. */
function useWords(id: number) {
  const comment = useForm({
    id: 'comment',
    stashAs: `decide article ${id}`,
    known: NO_COMMENT,
    check: ReviewComment,
  })
  const { isSaving: isAgreeing } = useFormStatus(comment)
  const returning = useReason(id, 'return')
  const rejecting = useReason(id, 'reject')
  const reasons = { return: returning.form, reject: rejecting.form }
  return {
    comment,
    reasons,
    isSaving: isAgreeing || returning.isSaving || rejecting.isSaving,
    /** It has been sent, or is of no use any more. */
    clear() {
      comment.update(() => ({ comment: '' }), 'comment')
      for (const form of [reasons.return, reasons.reject]) form.update(() => ({ reason: '' }), 'reason')
    },
  }
}

interface ReadArticle {
  article: Article
  /** The server has answered it since this page was opened. */
  isFresh: boolean
}

/** Which version of the article this person has read, and whether that is what the server has. */
function useReading({ article: { article_id: id, version }, isFresh }: ReadArticle) {
  const queries = useQueryClient()
  const [seen, setSeen] = useState(isFresh ? version : null)
  // What was remembered from before is what somebody reads once the server has said that it still holds.
  if (isFresh && seen === null) setSeen(version)
  const readVersion = seen ?? version
  const known = () => queries.getQueryData(articleQuery(id).queryKey)
  return {
    readVersion,
    isOther: version !== readVersion,
    known,
    keep: (saved: Article) => setSeen(saved.version),
    /** The article as it is known now is the one that this person has read. */
    acknowledge: () => setSeen(known()?.version ?? version),
    async noticeRefusal(error: unknown) {
      if (isConflict(error)) await refreshArticles(queries)
    },
  }
}

/** Which reason is being written; null while nothing is refused. What was kept over a reload is seen again, not kept in secret. */
function useRefusalMode({ return: returning, reject: rejecting }: ReturnType<typeof useWords>['reasons']) {
  const [mode, setMode] = useState<RefusalCommand | null>(null)
  useEffect(() => {
    if (returning.values().reason !== '') setMode('return')
    else if (rejecting.values().reason !== '') setMode('reject')
  }, [returning, rejecting])
  return [mode, setMode] as const
}

/** What this person may do with an article. */
function useRights({ status, user_id: userId }: Article) {
  const user = useUser()
  const may = (action: ArticleAction) => user !== null && mayDo(user, action, { status, userId })
  const isReviewer = may('return')
  const wasReviewer = useRef(isReviewer)
  if (isReviewer) wasReviewer.current = true
  return { may, isReviewer, wasReviewer: () => wasReviewer.current }
}

/**
 * What this person may decide about an article, and how. What is decided on is what they have read: once somebody else
 * saves, they have to say that they have seen it.
 */
export function useReview(read: ReadArticle, onDone: (action: ArticleAction) => void) {
  const { article } = read
  const { article_id: id } = article
  const { may, isReviewer, wasReviewer } = useRights(article)
  const mayApprove = useMayApprove()
  const validate = useValidateArticle()
  const announce = useAnnounceDecision()
  const reading = useReading(read)
  const carryOut = useSavedDecision(reading)
  const { comment, reasons, isSaving, clear } = useWords(id)
  const [mode, setMode] = useRefusalMode(reasons)
  const put = (command: RefusalCommand, words: string) =>
    reasons[command].update(({ reason }) => ({ reason: withLine(reason, words) }), 'reason')

  /** Begins a refusal: what was meant as a comment becomes its reason. */
  const refuseWith = (command: RefusalCommand) => {
    const { comment: words } = comment.values()
    if (mode === null && words !== '') {
      put(command, words)
      comment.update(() => ({ comment: '' }), 'comment')
    }
    setMode(command)
  }
  const refuse = (command: RefusalCommand) =>
    reasons[command].submit(
      ({ reason }) =>
        validate
          .mutateAsync({ id, version: reading.readVersion, command, reason: withoutIdleQuotes(reason) })
          .catch((error: unknown) => {
            void reading.noticeRefusal(error)
            throw error
          }),
      () => {
        const title = command === 'return' ? DONE.returned : DONE.rejected
        void announce(article, title)
        clear()
        onDone(command)
      },
    )
  const agree = (action: 'approve' | 'resubmit') =>
    comment.submit(async (values) => {
      if (!(await carryOut(action, article, values.comment))) return
      clear()
      onDone(action)
    })
  return {
    mode,
    setMode,
    refuseWith,
    /** Whether what is written with a decision can be sent; what cannot says why. */
    check: (command: ValidatorDecision) => (command === 'approve' ? comment : reasons[command]).check(),
    decide: (command: ValidatorDecision) => void (command === 'approve' ? agree(command) : refuse(command)),
    comment,
    reasons,
    isReviewer,
    mayApprove: may('approve') && mayApprove(article),
    mayResubmit: may('resubmit'),
    mayEdit: may('edit'),
    mayDelete: may('delete'),
    /** Somebody else has saved the article since this person read it. */
    hasChanged: reading.isOther && !isSaving,
    acknowledge: reading.acknowledge,
    /** It waited for this person's decision, and does not any more. */
    isDecided: () => wasReviewer() && reading.known()?.status !== 'requested',
    resubmit: () => void agree('resubmit'),
    toggle: (command: RefusalCommand, sentence: string) =>
      reasons[command].update(({ reason }) => ({ reason: toggled(reason, sentence) }), 'reason'),
    /** Takes words into the reason that is being written, or into that of a return. */
    quote: isReviewer
      ? (words: string) => {
          refuseWith(mode ?? 'return')
          put(mode ?? 'return', words)
        }
      : undefined,
  }
}
export type ArticleReview = ReturnType<typeof useReview>
