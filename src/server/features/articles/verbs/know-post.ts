import type { WrittenPost } from '#shared/features/articles/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { addPost, addWritten, lockPost, type PostRecord } from '../post-store.ts'
import type { ArticleRecord } from '../store.ts'

/**
 * What is known of an article's post, kept from changing until the transaction ends. Of posts from before such things
 * were kept we wrote what their article says; nothing that is known is changed. Undefined where there is no post.
 */
export async function knowPost(
  tx: Db,
  { id: articleId, postId }: Pick<ArticleRecord, 'id' | 'postId'>,
  { written, now }: { written: WrittenPost; now: Date },
): Promise<PostRecord | undefined> {
  if (postId !== null) await addPost(tx, { articleId, postId, state: 'live', url: null, since: now })
  await addWritten(tx, articleId, written)
  return lockPost(tx, articleId)
}
