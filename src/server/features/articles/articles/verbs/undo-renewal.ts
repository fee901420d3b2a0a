import { maySee } from '#shared/features/articles/articles/rules.ts'
import { revisionEndpoints } from '#shared/features/articles/revisions/contract.ts'
import { UNDO_DAYS } from '#shared/features/keywords/keyword-changes/contract.ts'
import { daysToUndo } from '#shared/features/keywords/keyword-changes/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { forgetPost } from '../mirror-store.ts'
import { removePost } from '../post-store.ts'
import * as store from '../renewal-store.ts'
import { findOpenRevision, listApprovedRevisions, lockArticle, moveArticle } from '../store.ts'
import { findWholeArticle, type WholeArticle } from '../whole-queries.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'
import { withCopy } from './mirror-article.ts'

const CHANGED =
  'The post has changed since the article replaced its text. Edit it on the site or in its article.'
const IS_UPDATED = 'An update of this article is in progress. Finish or cancel it first.'
const WAS_UPDATED =
  'An update of this article has been approved, so its post gets that text instead of the old one.'
const PUT_BACK = 'Its post has its old text again.'

type UndoDeps = Pick<ArticleDeps, 'db' | 'clock' | 'listeners' | 'publishing' | 'postKeywords'>

const conflict = (message: string, { article }: WholeArticle) =>
  new AppError('conflict', message, { details: { status: article.status, version: article.version } })

/** Refuses if there is an update, which is based on the text that would be removed. */
async function refuseUpdated({ db }: UndoDeps, whole: WholeArticle): Promise<void> {
  const { id } = whole.article
  if (await findOpenRevision(db, id)) throw conflict(IS_UPDATED, whole)
  if ((await listApprovedRevisions(db, id)).length > 0) throw conflict(WAS_UPDATED, whole)
}

/** The stored texts if they can be restored; throws the reason if not. */
async function findUndoable(deps: UndoDeps, whole: WholeArticle) {
  const { db, clock, postKeywords } = deps
  const { id, status, postId } = whole.article
  const renewal = await store.findRenewal(db, id)
  if (!renewal) throw notFound('Renewal')
  const { before, after, writtenAt, undoneAt } = renewal
  if (undoneAt !== null) return null
  if (!before || !after || !writtenAt || status !== 'published' || postId !== renewal.postId)
    throw conflict('This article hasn’t replaced a post’s text.', whole)
  if (daysToUndo(writtenAt, clock()) === 0)
    throw conflict(`You can’t undo this: it’s older than ${UNDO_DAYS} days.`, whole)
  if (!(await postKeywords.mayChangeLive(db, whole.article.siteId)))
    throw new AppError('forbidden', 'Its site no longer allows changes to live posts.')
  await refuseUpdated(deps, whole)
  return { postId: renewal.postId, change: { from: after, to: before } }
}

/** Cancels the article and releases its post. The next reading of the site stores the post's own data. */
async function cancelRenewal(
  deps: UndoDeps,
  tx: Db,
  actor: Caller,
  { article: { id, title } }: WholeArticle,
) {
  requires(actor, revisionEndpoints.undoRenewal.access)
  const now = deps.clock()
  await lockArticle(tx, id)
  const renewal = await store.lockRenewal(tx, id)
  // Another call was faster.
  if (!renewal || renewal.undoneAt !== null) return
  const moved = await moveArticle(tx, id, { from: 'published', to: 'canceled', now })
  if (!moved) throw new AppError('conflict', CHANGED)
  await forgetPost(tx, id)
  await removePost(tx, id)
  await store.updateRenewal(tx, id, { undoneAt: now })
  await deps.postKeywords.releasePost(tx, id)
  await emitArticleEvent(deps, tx, {
    articleId: id,
    action: 'canceled',
    ownerId: moved.userId,
    actorId: actor.id,
    actor,
    title,
    changes: {
      before: { status: 'published', postId: renewal.postId },
      after: { status: 'canceled', postId: null },
    },
    words: PUT_BACK,
    now,
  })
}

async function readSeen({ db }: UndoDeps, actor: Caller, articleId: number): Promise<WholeArticle> {
  const whole = await findWholeArticle(db, articleId)
  if (!whole || !maySee(actor, whole.article)) throw notFound('Article')
  return whole
}

async function putBack(deps: UndoDeps, actor: Caller, articleId: number): Promise<void> {
  requires(actor, revisionEndpoints.undoRenewal.access)
  const whole = await readSeen(deps, actor, articleId)
  const found = await findUndoable(deps, whole)
  if (found === null) return
  try {
    await deps.publishing(whole.site.code.toLowerCase()).writeWhole(found.postId, found.change)
  } catch (error) {
    if (error instanceof IntegrationError && error.kind === 'conflict') throw conflict(CHANGED, whole)
    throw error
  }
  await transaction(deps.db, (tx) => cancelRenewal(deps, tx, actor, whole))
}

/**
 * Restores the text that a post had before an article replaced it. Requires that the post still contains
 * exactly the text written then. Idempotent. Mirroring is blocked meanwhile, because it would write the new
 * text again.
 */
export async function undoRenewal(deps: UndoDeps, actor: Caller, articleId: number): Promise<void> {
  requires(actor, revisionEndpoints.undoRenewal.access)
  await readSeen(deps, actor, articleId)
  await withCopy(deps, { articleId, target: 'post' }, () => putBack(deps, actor, articleId))
}
