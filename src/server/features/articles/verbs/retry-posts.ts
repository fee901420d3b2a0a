import { transaction } from '../../../db/connect.ts'
import { listBehind } from '../mirror-store.ts'
import type { ArticleParts } from './access.ts'
import { requestMirror } from './mirror-article.ts'

/** By then the job that was to do it has run out of tries. */
const GIVEN_UP_MS = 55 * 60_000

/**
 * Asks once more for posts that could not be made or changed: meanwhile somebody may have mended the settings, or the
 * site may be back.
 */
export async function retryPosts(parts: Pick<ArticleParts, 'db' | 'clock' | 'enqueue'>): Promise<void> {
  const before = new Date(parts.clock().getTime() - GIVEN_UP_MS)
  for (const articleId of await listBehind(parts.db, 'post', before)) {
    await transaction(parts.db, (tx) => requestMirror(parts, tx, articleId, 'post'))
  }
}
