import { useNavigate } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { ArticleDialog } from '../articles/editor/article-dialog.tsx'
import type { Preset } from '../articles/use-article-values.ts'

interface RequestDialogProps {
  preset: Preset
  onClose: () => void
}

/** A new article about a keyword; once it is kept, it is edited among the pending ones. */
export function RequestDialog({ preset, onClose }: RequestDialogProps) {
  const navigate = useNavigate()
  return (
    <ArticleDialog
      articleId={null}
      preset={preset}
      onClose={onClose}
      onCreated={(article) =>
        void navigate({
          to: SCREENS.pendingArticles.path,
          search: { edit: article },
          // It has just been saved: there is nothing to ask about.
          ignoreBlocker: true,
        })
      }
    />
  )
}
