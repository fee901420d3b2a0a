import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { mayEdit, statusLabel } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ARTICLE_MISSING, FAILURES } from '../messages.ts'
import { articleQuery } from '../queries.ts'
import type { Preset } from '../use-article-values.ts'
import { ArticleEditorDialog } from './article-editor-dialog.tsx'

interface ArticleDialogProps {
  /** Null for a new article. */
  articleId: number | null
  preset?: Preset
  /** The title of a failed save, if the calling screen has its own. */
  saveFailure?: string
  onClose: () => void
  /** The new article was saved as a draft and is edited under its id from now on. */
  onCreated: (id: number) => void
}

/** New Article and Edit Article. */
export function ArticleDialog({ articleId, preset, saveFailure, onClose, onCreated }: ArticleDialogProps) {
  const { data, error, refetch } = useQuery({ ...articleQuery(articleId ?? 0), enabled: articleId !== null })
  useFailureNotice(data ? null : error, FAILURES.read)
  const user = useUser()
  // A draft that was just created stays in the same dialog, with all typed values.
  const created = useRef<number>(undefined)
  // An open editor stays open when the article's status changes meanwhile: closing it would lose typed
  // values.
  const opened = useRef<number>(undefined)
  const editor = (article: Article | null) => (
    <ArticleEditorDialog
      key={articleId === created.current ? 'new' : (articleId ?? 'new')}
      article={article}
      preset={preset}
      saveFailure={saveFailure}
      onClose={onClose}
      onCreated={(id) => {
        created.current = id
        opened.current = id
        onCreated(id)
      }}
    />
  )

  if (articleId === null) return editor(null)
  if (data && user && mayEdit(user, { status: data.status, userId: data.user_id })) opened.current = articleId
  if (data && opened.current === articleId) return editor(data)
  return (
    <Dialog open steady title="Edit Article" onClose={onClose}>
      {data ? (
        <Alert kind="note" title={`This article is ${statusLabel(data.status).toLowerCase()}`}>
          “{data.title}” cannot be edited by you as it stands.
        </Alert>
      ) : error ? (
        <Failed title={ARTICLE_MISSING} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={9} />
      )}
    </Dialog>
  )
}
