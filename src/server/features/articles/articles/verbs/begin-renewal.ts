import { type Db, transaction } from '../../../../db/connect.ts'
import * as store from '../renewal-store.ts'
import { findHead } from '../whole-queries.ts'
import type { ArticleDeps } from './access.ts'

export const SEE_RENEWED = 'articles.see-renewed'

/** Notes, within the transaction that begins an update, which post's text it is to take the place of, and has that read. */
export async function beginRenewal(
  { enqueue }: Pick<ArticleDeps, 'enqueue'>,
  tx: Db,
  renewal: { articleId: number; postId: number },
): Promise<void> {
  await store.insertRenewal(tx, renewal)
  await enqueue(tx, SEE_RENEWED, { articleId: renewal.articleId })
}

/** Keeps how a post is as its update is begun. */
export async function seeRenewed(
  { db, clock, publishing }: Pick<ArticleDeps, 'db' | 'clock' | 'publishing'>,
  articleId: number,
): Promise<void> {
  const article = await findHead(db, articleId)
  const renewal = await store.findRenewal(db, articleId)
  if (!article || !renewal || renewal.writtenAt !== null) return
  const whole = await publishing(article.site.code.toLowerCase()).readWhole(renewal.postId)
  if (whole !== null) await transaction(db, (tx) => store.storeOriginalPost(tx, articleId, whole, clock()))
}
