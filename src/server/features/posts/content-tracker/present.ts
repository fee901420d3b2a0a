import { maySee } from '#shared/features/articles/articles/rules.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { ContentRow, TaskRow } from '#shared/features/posts/content-tracker/contract.ts'
import type { Caller } from '../../../security/actor.ts'
import type { OpenUpdate, TrackedPost } from './queries.ts'
import type { ReadTask } from './task-reader.ts'

/** The update of a post. Only those who may see a draft learn its number. */
export function updateShownTo(actor: Caller, { articleId, status, userId }: OpenUpdate) {
  return { article_id: maySee(actor, { status, userId }) ? articleId : null, status }
}

export const presentPost = (
  actor: Caller,
  post: TrackedPost & Pick<ContentRow, 'weeks' | 'renews'>,
): ContentRow => ({
  ...post,
  PERMALINK: safeAddress(post.PERMALINK),
  update: post.update && updateShownTo(actor, post.update),
})

export const presentTask = ({ title, post, task, notice }: ReadTask): TaskRow => ({
  title,
  site: post?.site ?? null,
  post_id: post?.postId ?? null,
  status: task?.section ?? null,
  url: task?.url ?? null,
  priority: task?.priority ?? null,
  notes: task?.notes ?? null,
  notice,
})
