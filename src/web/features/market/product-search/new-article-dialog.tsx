import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { MarketplaceProduct } from '#shared/features/keywords/opportunities/contract.ts'
import { ArticleDialog } from '../../articles/articles/editor/article-dialog.tsx'

interface NewArticleDialogProps {
  product: MarketplaceProduct
  onClose: () => void
}

/** A new article that starts with one product; once saved, it opens in the list of pending articles. */
export function NewArticleDialog({ product: { asin, name }, onClose }: NewArticleDialogProps) {
  const navigate = useNavigate()
  return (
    <ArticleDialog
      articleId={null}
      preset={{ keywords: [], products: [{ asin, name }] }}
      onClose={onClose}
      onCreated={(article) =>
        void navigate({
          to: SCREENS.pendingArticles.path,
          search: { edit: article },
          // It has just been saved, so there is nothing to ask about.
          ignoreBlocker: true,
        })
      }
    />
  )
}
