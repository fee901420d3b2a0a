import type { Article } from '#shared/features/articles/articles/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FAILURES } from '../messages.ts'
import { useSaveArticle } from '../queries.ts'
import { articleValuesOf, changeOf } from '../use-article-values.ts'
import { useDecision } from './use-decision.ts'

interface Reader {
  /** The user saved the article, so further decisions apply to the saved version. */
  keep: (saved: Article) => void
  noticeRefusal: (error: unknown) => Promise<void>
}

/**
 * Approves or resubmits an article that is not being edited here; returns whether the server accepted it. The
 * version that the user read is saved first, so that a change by another user is never approved unseen.
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
