import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { Reason, ReviewComment } from '#shared/features/articles/articles/form.ts'
import { type ArticleAction, mayDo } from '#shared/features/articles/articles/rules.ts'
import { isConflict } from '#web/api/api-error.ts'
import { useUser } from '#web/api/session.ts'
import { useAnnounceDecision } from '#web/features/articles/decisions/use-announce-decision.ts'
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

/** Adds a preset sentence to the text or removes it; the rest of the text stays. */
function toggled(text: string, sentence: string): string {
  const lines = linesOf(text)
  return (lines.includes(sentence) ? lines.filter((line) => line !== sentence) : [...lines, sentence]).join(
    '\n',
  )
}

/** Adds the line on a line of its own, unless it is already there. */
const withLine = (text: string, line: string) =>
  linesOf(text).includes(line) ? text : [...(text === '' ? [] : [text.trimEnd()]), line].join('\n')

/** A quote line that has no comment after it. */
const isIdleQuote = (line: string) => /^(.+):$/.test(line.trim())

/** A line that only names a field gives no reason, so it does not count as one. */
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

/** The texts that go with a decision: a comment, or a reason for each way to refuse. */
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
    /** The text was sent or is no longer needed. */
    clear() {
      comment.update(() => ({ comment: '' }), 'comment')
      for (const form of [reasons.return, reasons.reject]) form.update(() => ({ reason: '' }), 'reason')
    },
  }
}

interface ReadArticle {
  article: Article
  /** The server has answered since this page was opened, so the data is not only from the cache. */
  isFresh: boolean
}

/** The version of the article that the user has read, and whether the server's version is the same. */
function useReading({ article: { article_id: id, version }, isFresh }: ReadArticle) {
  const queries = useQueryClient()
  const [seen, setSeen] = useState(isFresh ? version : null)
  // A cached article counts as read only after the server has confirmed that version.
  if (isFresh && seen === null) setSeen(version)
  const readVersion = seen ?? version
  const known = () => queries.getQueryData(articleQuery(id).queryKey)
  return {
    readVersion,
    isOther: version !== readVersion,
    known,
    keep: (saved: Article) => setSeen(saved.version),
    /** Marks the current version of the article as read by the user. */
    acknowledge: () => setSeen(known()?.version ?? version),
    async noticeRefusal(error: unknown) {
      if (isConflict(error)) await refreshArticles(queries)
    },
  }
}

/**
 * The refusal being written; null while none is. Text kept across a reload reopens its refusal, so it is
 * visible.
 */
function useRefusalMode({ return: returning, reject: rejecting }: ReturnType<typeof useWords>['reasons']) {
  const [mode, setMode] = useState<RefusalCommand | null>(null)
  useEffect(() => {
    if (returning.values().reason !== '') setMode('return')
    else if (rejecting.values().reason !== '') setMode('reject')
  }, [returning, rejecting])
  return [mode, setMode] as const
}

/** The current user's rights on an article. */
function useRights({ status, user_id: userId }: Article) {
  const user = useUser()
  const may = (action: ArticleAction) => user !== null && mayDo(user, action, { status, userId })
  const isReviewer = may('return')
  const wasReviewer = useRef(isReviewer)
  if (isReviewer) wasReviewer.current = true
  return { may, isReviewer, wasReviewer: () => wasReviewer.current }
}

/**
 * The decisions that the user may make on an article. A decision applies to the version they have read: after
 * another user saves, they must first confirm that they have seen the change.
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

  /** Starts a refusal with the text of the comment as its reason. */
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
    /** Whether the text for a decision can be sent; if not, shows why. */
    check: (command: ValidatorDecision) => (command === 'approve' ? comment : reasons[command]).check(),
    decide: (command: ValidatorDecision) => void (command === 'approve' ? agree(command) : refuse(command)),
    comment,
    reasons,
    isReviewer,
    mayApprove: may('approve') && mayApprove(article),
    mayResubmit: may('resubmit'),
    mayEdit: may('edit'),
    mayDelete: may('delete'),
    /** Another user saved the article after this user read it. */
    hasChanged: reading.isOther && !isSaving,
    acknowledge: reading.acknowledge,
    /** The article was waiting for this user's decision and no longer is. */
    isDecided: () => wasReviewer() && reading.known()?.status !== 'requested',
    resubmit: () => void agree('resubmit'),
    toggle: (command: RefusalCommand, sentence: string) =>
      reasons[command].update(({ reason }) => ({ reason: toggled(reason, sentence) }), 'reason'),
    /** Adds words to the reason being written, or to the reason of a return if none is. */
    quote: isReviewer
      ? (words: string) => {
          refuseWith(mode ?? 'return')
          put(mode ?? 'return', words)
        }
      : undefined,
  }
}
export type ArticleReview = ReturnType<typeof useReview>
