import { RefreshCw } from 'lucide-react'
import type { Article, ArticleMirror } from '#shared/features/articles/articles/contract.ts'
import type { SyncedField } from '#shared/features/articles/articles/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { Button } from '#web/ui/input/button.tsx'
import { DONE, MIRROR_STATES, SYNCED } from '../messages.ts'
import { useSyncArticle } from '../queries.ts'
import { RetryNote } from '../retry-note.tsx'

function triesOf({ attempts }: ArticleMirror): string {
  return attempts === 0 ? '' : ` Tried ${attempts === 1 ? 'once' : `${attempts} times`}.`
}

/** Reports the result of a sync. */
function tell({ changed, wait_seconds: wait }: { changed: readonly SyncedField[]; wait_seconds: number }) {
  if (wait > 0) {
    const description = `We didn’t check the task and post again. You can sync in ${countedIn(wait, 'second')}.`
    return notify({ kind: 'info', title: DONE.syncedBefore, description })
  }
  if (changed.length === 0) return notify({ kind: 'info', title: DONE.nothingSynced })
  const words = changed.map((field) => SYNCED[field]).join(', ')
  notify({ kind: 'success', title: DONE.synced, description: `Changed: ${words}` })
}

/** The state of an article's task if it differs from the article's, with a button to sync them now. */
export function TaskPanel({ article }: { article: Article }) {
  const sync = useSyncArticle()
  const mirror = article.mirrors.find(({ target }) => target === 'task')
  const hasCopy = mirror !== undefined || article.gid !== null || article.wordpress_id !== null
  if (article.status === 'draft' || !hasCopy) return null
  return (
    <div className="task-panel cluster gap-12 row-gap-4">
      {mirror && mirror.state !== 'done' && (
        <p className={mirror.state === 'failed' ? 'bad' : 'quiet'} role="status">
          {MIRROR_STATES[mirror.state]}
          {mirror.error !== null && ` ${mirror.error}`}
          {triesOf(mirror)}
        </p>
      )}
      <RetryNote article={article} mirror={mirror} />
      <Button
        size="small"
        icon={<RefreshCw size={12} aria-hidden="true" />}
        loading={sync.isPending}
        onClick={() => sync.mutate(article.article_id, { onSuccess: tell })}
      >
        Sync
      </Button>
    </div>
  )
}
