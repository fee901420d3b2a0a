import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { type ArticleAction, mayDo } from '#shared/features/articles/articles/rules.ts'
import { isConflict } from '#web/api/api-error.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useUser } from '#web/api/session.ts'
import { useAnnounceDecision } from '#web/features/articles/decisions/use-announce-decision.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { DONE, FAILURES, QUESTIONS } from '../messages.ts'
import {
  articleQuery,
  refreshArticles,
  useResubmitArticle,
  useSaveArticle,
  useValidateArticle,
} from '../queries.ts'
import type { Decision } from '../search.ts'
import { articleValuesOf, changeOf } from '../use-article-values.ts'
import { useMayApprove } from '../use-may-approve.ts'
import { type DecisionQuestion, decisionQuestion, useClaimQuestion } from './use-claim-question.ts'
import { useReviewClaim } from './use-review-claim.ts'
import { isRefusal, useWords, withoutIdleQuotes } from './use-words.ts'

const DONE_TITLES = {
  approve: DONE.approved,
  return: DONE.returned,
  reject: DONE.rejected,
  resubmit: DONE.resubmitted,
} as const

/** The version of the article that the user has read, and whether the server's version is the same. */
function useReading({ article, isFresh, shownVersion }: ReviewContext) {
  const queries = useQueryClient()
  const [seen, setSeen] = useState<number | null>(shownVersion ?? null)
  // A cached article counts as read only after the server has confirmed that version.
  if (isFresh && seen === null && article !== null) setSeen(article.version)
  const latest = () => (article && queries.getQueryData(articleQuery(article.article_id).queryKey)) ?? article
  return {
    readVersion: seen ?? article?.version ?? 0,
    isOther: seen !== null && article?.version !== seen,
    latest,
    /** The user saved it, so further decisions apply to the saved version, even if the decision fails. */
    keep: (saved: Article) => setSeen(saved.version),
    /** Marks the current version of the article as read by the user. */
    acknowledge: () => setSeen(latest()?.version ?? null),
  }
}

/** The return that a resubmission replies to; undefined if an article was returned on its task board. */
function openReturn({ returns }: Article): Article['returns'][number] | undefined {
  const latest = returns.findLast(({ kind }) => kind === 'return')
  return latest?.answered_at === null ? latest : undefined
}

/** Saves an article as it was read, so that a change by another user is never approved unseen. */
function useSaveAsRead() {
  const save = useSaveArticle()
  return async (article: Article, action: Decision) => {
    const values = articleValuesOf(article)
    const saving = save.mutateAsync({ article, body: { ...changeOf(values, values), draft: false } })
    saving.catch(handleError(action === 'resubmit' ? FAILURES.submit : FAILURES.save))
    return await saving
  }
}

/** Sends a decision to the server. */
function useSend() {
  const validate = useValidateArticle()
  const resubmit = useResubmitArticle()
  return async (action: Decision, article: Article, words: string) => {
    const { article_id: id, version } = article
    if (action === 'resubmit')
      await resubmit.mutateAsync({
        id,
        articleReturnId: openReturn(article)?.article_return_id ?? null,
        comments: words,
      })
    else
      await validate.mutateAsync({
        id,
        version,
        command: action,
        ...(words.trim() === '' ? {} : { reason: words }),
      })
  }
}

interface ReviewContext {
  /** Null for an article that does not exist yet. */
  article: Article | null
  /** The server has answered since the article was opened, so the data is not only from the cache. */
  isFresh: boolean
  /** The version that the user saw before it was opened, in a list. */
  shownVersion?: number | undefined
  /** From now on other users see that this user is reviewing. */
  isAtWork?: boolean
  /** Saves the user's edits before an approval or a resubmission; null if the save was refused and shown. */
  save?: (action: Decision) => Promise<Article | null>
  onDone: (action: Decision) => void
}

/**
 * The decisions that the user may make on an article. A decision applies to the version they have read: after
 * another user saves, they must first confirm that they have seen the change.
 */
export function useReview(context: ReviewContext) {
  const { article, isFresh, isAtWork, save, onDone } = context
  const queries = useQueryClient()
  const user = useUser()
  const mayApprove = useMayApprove()
  const announce = useAnnounceDecision()
  const saveAsRead = useSaveAsRead()
  const send = useSend()
  const mayNow = (action: ArticleAction): boolean =>
    user !== null &&
    article !== null &&
    mayDo(user, action, { status: article.status, userId: article.user_id })
  // A cached article can be older than an undone decision, and after a session the same user can sign in again.
  const words = useWords(
    article?.article_id,
    (action) => isFresh && user !== null && article !== null && !mayNow(action),
  )
  const claim = useReviewClaim(article, isAtWork)
  const mayGoOn = useClaimQuestion(claim)
  const { readVersion, isOther, keep, ...reading } = useReading(context)

  const may = (action: ArticleAction): boolean =>
    article !== null && mayNow(action) && (action !== 'approve' || mayApprove(article))

  const carryOut = async (action: Decision, read: Article, text: string) => {
    const saved = isRefusal(action) ? read : await (save ? save(action) : saveAsRead(read, action))
    if (saved === null) return
    if (saved !== read) keep(saved)
    await send(action, saved, text)
    words.clear()
    const { article_id, title } = saved
    // By then another article can be on the screen, so the notice names this one.
    if (action === 'resubmit') notify({ kind: 'success', title: DONE_TITLES.resubmit, description: title })
    else void announce({ article_id, title }, DONE_TITLES[action])
    onDone(action)
  }
  const noticeRefusal = (error: unknown) => {
    if (isConflict(error)) void refreshArticles(queries)
    throw error
  }
  const ask = (action: Decision, read: Article, more: DecisionQuestion) =>
    action === 'approve' && read.user_id === user?.id
      ? mayGoOn({
          isAlways: true,
          ...more,
          title: 'Approve your own article?',
          content: QUESTIONS.selfApprove,
        })
      : mayGoOn({ ...decisionQuestion(action, read.title), ...more })
  return {
    words,
    claim,
    may,
    latest: reading.latest,
    acknowledge: reading.acknowledge,
    /** Another user saved the article after this user read it. */
    hasChanged: isOther && !words.isSaving,
    /** Sends the decision with its text; if the text is missing or too long, shows why. */
    async decide(action: Decision, more: DecisionQuestion = {}): Promise<void> {
      if (article === null) return
      const read = { ...article, version: readVersion }
      if (isRefusal(action)) {
        const form = words.reasons[action]
        if (form.check() && (await ask(action, read, more)))
          await form.save(({ reason }) =>
            carryOut(action, read, withoutIdleQuotes(reason)).catch(noticeRefusal),
          )
      } else if (words.comment.check() && (await ask(action, read, more)))
        await words.comment.save(({ comment }) => carryOut(action, read, comment).catch(noticeRefusal))
    },
  }
}

export type ArticleReview = ReturnType<typeof useReview>
