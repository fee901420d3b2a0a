import type { Article } from '#shared/features/articles/articles/contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { DONE, QUESTIONS } from './messages.ts'
import { useCancelArticle, useDeleteArticle } from './queries.ts'

const WORDS = {
  cancel: { verb: 'Cancel', okText: 'Cancel the article', content: QUESTIONS.cancel, done: DONE.canceled },
  delete: { verb: 'Delete', okText: 'Delete', content: QUESTIONS.delete, done: DONE.deleted },
} as const

/** Asks once, naming the article, then cancels or permanently deletes it; returns whether it is gone. */
export function useEnding() {
  const confirm = useConfirm()
  const writes = { cancel: useCancelArticle(), delete: useDeleteArticle() }
  return {
    isPending: writes.cancel.isPending || writes.delete.isPending,
    async end(action: 'cancel' | 'delete', article: Pick<Article, 'article_id' | 'title'>): Promise<boolean> {
      const { verb, okText, content, done } = WORDS[action]
      const title = `${verb} “${article.title}”?`
      if (!(await confirm({ title, content, okText, cancelText: 'Keep it', danger: true }))) return false
      try {
        await writes[action].mutateAsync(article.article_id)
      } catch {
        // The mutation has restored the row and shown the error.
        return false
      }
      notify({ kind: 'success', title: done })
      return true
    },
  }
}
