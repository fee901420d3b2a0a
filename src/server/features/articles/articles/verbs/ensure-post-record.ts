import type { WrittenPost } from '#shared/features/articles/articles/rules.ts'
import type { Db } from '../../../../db/connect.ts'
import { addPost, addWritten, lockPost, type PostRecord } from '../post-store.ts'
import type { ArticleRecord } from '../store.ts'

/**
 * The record of an article's post, locked until the transaction ends. For a post older than such records, one
 * is created with the article's text as written; an existing record is not changed. Undefined if there is no
 * post.
 */
export async function ensurePostRecord(
  tx: Db,
  { id: articleId, postId }: Pick<ArticleRecord, 'id' | 'postId'>,
  { written, now }: { written: WrittenPost; now: Date },
): Promise<PostRecord | undefined> {
  if (postId !== null) await addPost(tx, { articleId, postId, state: 'live', url: null, since: now })
  await addWritten(tx, articleId, written)
  return lockPost(tx, articleId)
}
