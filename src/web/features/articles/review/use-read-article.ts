import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { isConflict } from '#web/api/api-error.ts'
import { articleQuery, currentArticleIn, refreshArticles } from '../queries.ts'

/**
 * The article as the person who decides has read it. It stays that one while others save, so that nothing is decided
 * unseen; a refusal because of their save replaces it, and `hasChanged` then asks to read it again.
 */
export function useReadArticle(read: Article) {
  const [article, setArticle] = useState(read)
  const [hasChanged, setChanged] = useState(false)
  const queries = useQueryClient()
  return {
    article,
    hasChanged,
    /** This person has saved it: that is what is decided on from now on, though the decision itself may fail. */
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
