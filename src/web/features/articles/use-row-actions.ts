import { useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import type { RowAction } from './article-actions-menu.tsx'
import { useEnding } from './use-ending.ts'

export interface AskedAction {
  action: 'approve' | 'return' | 'reject' | 'resubmit'
  article: Article
}

/** Carries out what a row of the pending list offers; `asked` is what still needs words. */
export function useRowActions(onEdit: (article: Article) => void) {
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const { end } = useEnding()
  return {
    asked,
    settle: () => setAsked(null),
    run(action: RowAction, article: Article) {
      if (action === 'edit') onEdit(article)
      else if (action === 'cancel' || action === 'delete') void end(action, article)
      else setAsked({ action, article })
    },
  }
}
