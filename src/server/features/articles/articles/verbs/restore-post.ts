import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import {
  isRefusedRenewal,
  maySee,
  type PostRemedy,
  remediesFor,
} from '#shared/features/articles/articles/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { forgetPost } from '../mirror-store.ts'
import { removePost } from '../post-store.ts'
import { renewalStateOf } from '../renewal-store.ts'
import { lockArticle } from '../store.ts'
import { findWholeArticle, type WholeArticle } from '../whole-queries.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'
import { findPublishedState } from './find-published.ts'
import { leaveRenewed } from './leave-renewed.ts'
import { requestMirror } from './mirror-article.ts'

export interface Restoration {
  articleId: number
  remedy: PostRemedy
}

type RestorationDeps = Pick<
  ArticleDeps,
  'db' | 'clock' | 'enqueue' | 'listeners' | 'publishing' | 'postKeywords' | 'hasBuiltInPosts' | 'log'
>

/** Publishes the post again, and records its state. */
async function publishAgain(deps: RestorationDeps, actor: Caller, { article, site }: WholeArticle) {
  requires(actor, articleEndpoints.restorePost.access)
  const { id, postId, title, status } = article
  if (postId === null) return
  await deps.publishing(site.code.toLowerCase()).publishPost(postId)
  await transaction(deps.db, (tx) => audit(tx, actor, 'article.post-restored', { id, label: title }))
  await findPublishedState(deps, actor, { id, postId, siteCode: site.code, status })
}

/** Forgets a post that is gone, and asks for a new draft. */
async function renew(deps: RestorationDeps, actor: Caller, { article: { id, postId } }: WholeArticle) {
  requires(actor, articleEndpoints.restorePost.access)
  const now = deps.clock()
  await transaction(deps.db, async (tx) => {
    const article = await lockArticle(tx, id)
    // Another call was faster.
    if (!article || article.postId !== postId) return
    await forgetPost(tx, id)
    await removePost(tx, id)
    await emitArticleEvent(deps, tx, {
      articleId: id,
      action: 'post-renewed',
      ownerId: article.userId,
      actorId: actor.id,
      actor,
      title: article.title,
      changes: { before: { postId }, after: { postId: null } },
      now,
    })
    await requestMirror(deps, tx, id, 'post')
  })
}

/** Whether the post is another's whose place the article was to take, and that is refused. */
const isRefused = ({ article: { status }, renewal, mirrors }: WholeArticle) =>
  isRefusedRenewal({ status, renewal: renewal && renewalStateOf(renewal), mirrors })

/** Does something about a post that readers see no more, if this person may and it still is so. */
export async function restorePost(
  deps: RestorationDeps,
  actor: Caller,
  { articleId, remedy }: Restoration,
): Promise<void> {
  const whole = await findWholeArticle(deps.db, articleId)
  if (!whole || !maySee(actor, whole.article)) throw notFound('Article')
  if (remedy === 'renew' && isRefused(whole)) return leaveRenewed(deps, actor, whole)
  const { userId, status } = whole.article
  const postState = whole.post?.state ?? null
  if (!remediesFor(actor, { userId, status, postState }).includes(remedy)) {
    const everybody = { id: userId, permissions: ['ValidateArticles', 'ManageArticles'] as const }
    throw remediesFor(everybody, { userId, status, postState }).includes(remedy)
      ? forbidden(remedy === 'publish' ? 'Only validators may publish a post.' : 'This is not your article.')
      : new AppError('conflict', 'The post of this article doesn’t need to be recovered.', {
          details: { status, version: whole.article.version },
        })
  }
  await (remedy === 'publish' ? publishAgain : renew)(deps, actor, whole)
}
