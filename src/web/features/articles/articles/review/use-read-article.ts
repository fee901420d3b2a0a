import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { isConflict } from '#web/api/api-error.ts'
import { articleQuery, currentArticleIn, refreshArticles } from '../queries.ts'

/**
 * The version of the article that the deciding user has read. It stays while others save, so that nothing is
 * decided unseen. A refusal because of another save replaces it, and `hasChanged` then asks the user to read
 * it again.
 */
export function useReadArticle(read: Article) {
  const [article, setArticle] = useState(read)
  const [hasChanged, setChanged] = useState(false)
  const queries = useQueryClient()
  return {
    article,
    hasChanged,
    /**
     * The user saved it, so further decisions apply to the saved version, even if the decision itself fails.
     */
    keep: setArticle,
    async noticeRefusal(error: unknown) {
      if (!isConflict(error)) return
      setChanged(true)
      void refreshArticles(queries)
      const query = { ...articleQuery(read.article_id), staleTime: 0 }
      const current = currentArticleIn(error) ?? (await queries.fetchQuery(query).catch(() => null))
      if (current) setArticle(current)
    },
  }
}
