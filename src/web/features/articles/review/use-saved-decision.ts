import type { Article } from '#shared/features/articles/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FAILURES } from '../messages.ts'
import { useSaveArticle } from '../queries.ts'
import { articleValuesOf, changeOf } from '../use-article-values.ts'
import { useDecision } from './use-decision.ts'

interface Reader {
  /** This person has saved the article: it is what is decided on from now on. */
  keep: (saved: Article) => void
  noticeRefusal: (error: unknown) => Promise<void>
}

/**
 * Approves or resubmits an article that nobody edits here; answers whether the server agreed. It is saved first, as it
 * was read: what somebody changed since is never approved unseen.
 */
export function useSavedDecision({ keep, noticeRefusal }: Reader) {
  const save = useSaveArticle()
  const decision = useDecision((refusal) => void noticeRefusal(refusal))
  return async (action: 'approve' | 'resubmit', article: Article, comment: string): Promise<boolean> => {
    try {
      const values = articleValuesOf(article)
      const saved = await save.mutateAsync({ article, body: { ...changeOf(values, values), draft: false } })
      keep(saved)
      return await decision[action](saved, comment)
    } catch (error) {
      handleError(action === 'resubmit' ? FAILURES.submit : FAILURES.save)(error)
      void noticeRefusal(error)
      return false
    }
  }
}
