import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { maySync } from '#shared/features/articles/articles/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError, forbidden } from '../../../../errors.ts'
import { isSameWhole } from '../../../../integrations/publishing-site/port.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { contentOf, isSurelyOthers } from '../post-text.ts'
import { findRenewal, lockRenewal, removeRenewal } from '../renewal-store.ts'
import { lockArticle } from '../store.ts'
import type { WholeArticle } from '../whole-queries.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'
import { requestMirror, withCopy } from './mirror-article.ts'

type LeavingDeps = Pick<
  ArticleDeps,
  'db' | 'clock' | 'enqueue' | 'listeners' | 'publishing' | 'postKeywords' | 'hasBuiltInPosts'
>

const POSSIBLE = 'The post can be replaced now. Retry its copy instead.'

const MAY_BE_WRITTEN =
  'We lost an answer from the site, so the post may already have this article’s text. Its previous text is kept. Publish the post again or let the site change live posts, then retry the copy. After that, you can undo it.'

const conflict = (message: string, { article: { status, version } }: WholeArticle) =>
  new AppError('conflict', message, { details: { status, version } })

/** Id of the post that the article was to replace; refuses if it can replace it now. */
async function findLeft(deps: LeavingDeps, whole: WholeArticle): Promise<number | null> {
  const { article, site } = whole
  const { db, publishing, postKeywords, hasBuiltInPosts } = deps
  const tie = await postKeywords.findRenewedPost(db, article.id)
  if (tie === null) return null
  const code = site.code.toLowerCase()
  if (!tie.isChangeable || hasBuiltInPosts(code)) return tie.postId
  const [standing] = await publishing(code).listStandings([tie.postId])
  if (standing?.state !== 'live') return tie.postId
  throw conflict(POSSIBLE, whole)
}

/**
 * Whether the post is unchanged as far as known: no try was begun, or it shows no trace of one. Refuses if a
 * try may have written it, because the stored original text would be deleted.
 */
async function isUnwritten(deps: LeavingDeps, whole: WholeArticle): Promise<boolean> {
  const { db, publishing, hasBuiltInPosts } = deps
  const renewal = await findRenewal(db, whole.article.id)
  if (!renewal?.before) return true
  const { before: kept, postId } = renewal
  const code = whole.site.code.toLowerCase()
  if (hasBuiltInPosts(code)) throw conflict(MAY_BE_WRITTEN, whole)
  const site = publishing(code)
  const [standing] = await site.listStandings([postId])
  // There is nothing left to put the old text into.
  if (standing?.state === 'gone') return false
  const now = await site.readWhole(postId)
  const article = contentOf(whole)
  if (now === null || !(isSameWhole(now, kept) || isSurelyOthers(now, { kept, article })))
    throw conflict(MAY_BE_WRITTEN, whole)
  return true
}

/** Makes a post of its own of an article whose place at a post is refused; that post stays as it is. */
export async function leaveRenewed(deps: LeavingDeps, actor: Caller, whole: WholeArticle): Promise<void> {
  requires(actor, articleEndpoints.restorePost.access)
  const { id, userId, status } = whole.article
  if (!maySync(actor, { userId, status })) throw forbidden('This is not your article.')
  await withCopy(deps, { articleId: id, target: 'post' }, async () => {
    const left = await findLeft(deps, whole)
    const isAsBefore = await isUnwritten(deps, whole)
    const now = deps.clock()
    await transaction(deps.db, async (tx) => {
      const article = await lockArticle(tx, id)
      const renewal = await lockRenewal(tx, id)
      // Another call was faster, or the post was written after all.
      if (article?.status !== 'approved' || article.postId !== null || !renewal) return
      await removeRenewal(tx, id)
      await deps.postKeywords.announceAnother(tx, id)
      await emitArticleEvent(deps, tx, {
        articleId: id,
        action: 'post-renewed',
        ownerId: userId,
        actorId: actor.id,
        actor,
        title: article.title,
        changes: { before: { renews: left }, after: { renews: null } },
        words: `It becomes a new post${left === null || !isAsBefore ? '' : `: post ${left} is not changed`}.`,
        now,
      })
      await requestMirror(deps, tx, id, 'post')
    })
  })
}
