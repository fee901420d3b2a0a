import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import type { PendingSearch } from '../search.ts'
import { useEnding } from '../use-ending.ts'
import type { RowAction } from './article-actions-menu.tsx'

/**
 * Runs the actions of a row in the pending list. Those that need text open their dialog through the address,
 * and a review opens the article's page.
 */
export function useRowActions(change: (patch: Partial<PendingSearch>) => void) {
  const { end } = useEnding()
  const navigate = useNavigate()
  return (action: RowAction, article: Article) => {
    const { article_id: id, status } = article
    if (action === 'edit' && status === 'requested')
      void navigate({ to: SCREENS.article.path, params: { id: String(id) } })
    else if (action === 'edit') change({ edit: id })
    else if (action === 'cancel' || action === 'delete') void end(action, article)
    else change({ decide: action, on: id })
  }
}
