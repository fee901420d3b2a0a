import type { Article, ArticleMirror } from '#shared/features/articles/articles/contract.ts'
import { maySync } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { TRY_AGAIN } from './messages.ts'
import { useRetryCopy } from './queries.ts'

interface RetryNoteProps {
  article: Pick<Article, 'article_id' | 'status' | 'user_id'>
  mirror: ArticleMirror | undefined
}

/**
 * Retries a failed copy immediately, for users who may sync: after fixing the cause they want to see the
 * result.
 */
export function RetryNote({ article: { article_id: id, status, user_id: userId }, mirror }: RetryNoteProps) {
  const user = useUser()
  const retry = useRetryCopy()
  if (!user || !mirror || mirror.state === 'done' || mirror.error === null) return null
  if (!maySync(user, { status, userId })) return null
  return (
    <Button
      size="small"
      loading={retry.isPending}
      onClick={() => retry.mutate({ id, target: mirror.target })}
      aria-label={`${TRY_AGAIN}: the ${mirror.target}`}
    >
      {TRY_AGAIN}
    </Button>
  )
}
