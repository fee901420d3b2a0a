import { articleEndpoints } from '#shared/features/articles/contract.ts'
import { maySync } from '#shared/features/articles/rules.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, forbidden } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import type { WholeArticle } from '../queries.ts'
import { lockRenewal, removeRenewal } from '../renewal-store.ts'
import { lockArticle } from '../store.ts'
import type { ArticleParts } from './access.ts'
import { followUp } from './follow-up.ts'
import { requestMirror, withCopy } from './mirror-article.ts'

type LeavingParts = Pick<
  ArticleParts,
  'db' | 'clock' | 'enqueue' | 'listeners' | 'publishing' | 'postKeywords' | 'hasBuiltInPosts'
>

const POSSIBLE = 'The post can be written anew by now: try its copy again.'

/** The number of the post whose place an article was to take; refuses where it can take it by now. */
async function findLeft(parts: LeavingParts, { article, site }: WholeArticle): Promise<number | null> {
  const { db, publishing, postKeywords, hasBuiltInPosts } = parts
  const tie = await postKeywords.findRenewedPost(db, article.id)
  if (tie === null) return null
  const code = site.code.toLowerCase()
  if (!tie.isChangeable || hasBuiltInPosts(code)) return tie.postId
  const [standing] = await publishing(code).listStandings([tie.postId])
  if (standing?.state !== 'live') return tie.postId
  throw new AppError('conflict', POSSIBLE, { details: { status: article.status, version: article.version } })
}

/** Makes a post of its own of an article whose place at a post is refused; that post stays as it is. */
export async function leaveRenewed(parts: LeavingParts, actor: Caller, whole: WholeArticle): Promise<void> {
  requires(actor, articleEndpoints.restorePost.access)
  const { id, userId, status } = whole.article
  if (!maySync(actor, { userId, status })) throw forbidden('This is not your article.')
  await withCopy(parts, { articleId: id, target: 'post' }, async () => {
    const left = await findLeft(parts, whole)
    const now = parts.clock()
    await transaction(parts.db, async (tx) => {
      const article = await lockArticle(tx, id)
      const renewal = await lockRenewal(tx, id)
      // Somebody was quicker, or it has been written after all.
      if (article?.status !== 'approved' || article.postId !== null || !renewal) return
      await removeRenewal(tx, id)
      await parts.postKeywords.announceAnother(tx, id)
      await followUp(parts, tx, {
        articleId: id,
        action: 'post-renewed',
        ownerId: userId,
        actorId: actor.id,
        actor,
        title: article.title,
        changes: { before: { renews: left }, after: { renews: null } },
        words: `It becomes a post of its own${left === null ? '' : `: post ${left} is not changed`}.`,
        now,
      })
      await requestMirror(parts, tx, id, 'post')
    })
  })
}
