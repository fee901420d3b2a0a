import type { Article } from '#shared/features/articles/contract.ts'
import type { PendingSearch } from '../search.ts'
import { useEnding } from '../use-ending.ts'
import type { RowAction } from './article-actions-menu.tsx'

/** Carries out what a row of the pending list offers; what needs words opens its dialog through the address. */
export function useRowActions(change: (patch: Partial<PendingSearch>) => void) {
  const { end } = useEnding()
  return (action: RowAction, article: Article) => {
    if (action === 'edit') change({ edit: article.article_id })
    else if (action === 'cancel' || action === 'delete') void end(action, article)
    else change({ decide: action, on: article.article_id })
  }
}
