import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import {
  isAllowedApprover,
  TRANSITIONS,
  type ValidationCommand,
} from '#shared/features/articles/articles/rules.ts'
import { undecidedWords } from '#shared/features/articles/revisions/rules.ts'
import { type Once, withoutKey } from '../../../../calls/once.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, forbidden, RequestInvalid } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { isOwnWork } from '../decision-queries.ts'
import { countUndecided } from '../revision-reader.ts'
import * as store from '../store.ts'
import { type ArticleDeps, lockFor, refuseOldArticle, stateConflict } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'
import { holdEffects, REVIEW_EVENTS } from './hold-decision.ts'
import { applyRevision } from './revise-article.ts'

interface OwnerAndActor {
  actorId: number
  ownerId: number
}

export interface Review {
  id: number
  command: ValidationCommand
  reason?: string | undefined
  /** The version that was read; left out, the review is of whatever is there. */
  version?: number | undefined
}

async function refuseOwn({ allowSelfApproval: isSet, flags }: ArticleDeps, tx: Db, ids: OwnerAndActor) {
  const isFlagged = await flags.value('SELF_APPROVAL', tx)
  const { actorId, ownerId } = ids
  const answersFor = (await isOwnWork(tx, actorId, ownerId)) ? actorId : ownerId
  if (isAllowedApprover(actorId, answersFor, { isSet, isFlagged })) return
  throw forbidden(
    actorId === ownerId
      ? 'Your own article must be approved by another user.'
      : 'A service account that you own, or made a token of, wrote this article, so another user must approve it.',
  )
}

/** Approves, returns or rejects. Returning and rejecting need a reason; an approval may carry a comment. */
export async function reviewArticle(
  deps: ArticleDeps,
  actor: Caller,
  { id, command, reason, version }: Review,
): Promise<void> {
  requires(actor, articleEndpoints.validate.access)
  const words = reason?.trim() ?? ''
  if (TRANSITIONS[command].needsReason && words === '') {
    throw new RequestInvalid('body', [{ path: 'reason', message: 'Missing reason' }])
  }
  const now = deps.clock()
  // Asked before, as nothing waits for a site within a transaction; the copy looks again when it is written.
  const undecided = command === 'approve' ? await countUndecided(deps, actor, id) : 0
  await transaction(deps.db, async (tx) => {
    const article = await lockFor(tx, actor, command, id)
    await refuseOldArticle(tx, article, version)
    if (command === 'approve') await refuseOwn(deps, tx, { actorId: actor.id, ownerId: article.userId })
    if (undecided > 0)
      throw new AppError('conflict', undecidedWords(undecided), { details: { status: article.status } })
    const { from, to } = TRANSITIONS[command]
    const moved = await store.moveArticle(tx, id, { from, to, qaUserId: actor.id, now })
    if (!moved) throw stateConflict(actor, article)
    const isHeld = deps.decisionUndoSeconds > 0
    let articleReturnId: number | null = null
    if (command !== 'approve') {
      articleReturnId = await store.insertReturn(tx, {
        articleId: id,
        userId: actor.id,
        kind: command,
        reason: words,
        createdAt: now,
        articleVersion: article.version,
      })
    }
    await emitArticleEvent(deps, tx, {
      articleId: id,
      action: REVIEW_EVENTS[command],
      ownerId: article.userId,
      actorId: actor.id,
      actor,
      title: article.title,
      changes: { before: { status: from }, after: { status: to } },
      words,
      isHeld,
      now,
    })
    if (isHeld)
      await holdEffects(deps, tx, {
        ...{
          articleId: id,
          command,
          userId: actor.id,
          previousQaUserId: article.qaUserId,
          words,
          articleReturnId,
        },
      })
    else if (command === 'approve')
      await applyRevision(deps, tx, { revision: article, actor, userId: actor.id, now })
  })
}

export interface Reply {
  id: number
  /** The return that is answered; none where an article was returned on its board, and nobody wrote why. */
  articleReturnId?: number | null | undefined
  comments?: string | undefined
}

/** Sends a returned article back to QA with a reply to the latest return, which must be the one the owner read. */
export async function resubmitArticle(
  deps: ArticleDeps,
  actor: Caller,
  { id, articleReturnId, comments }: Reply,
): Promise<void> {
  requires(actor, articleEndpoints.resubmit.access)
  const now = deps.clock()
  await transaction(deps.db, async (tx) => {
    const article = await lockFor(tx, actor, 'resubmit', id)
    const latest = await store.findLatestReturn(tx, id)
    const open = latest?.answeredAt === null ? latest : undefined
    if ((open?.id ?? null) !== (articleReturnId ?? null)) {
      throw new AppError('conflict', 'This return has already been answered, or there’s a newer one.', {
        details: { articleReturnId: latest?.id ?? null },
      })
    }
    const complement = comments?.trim() || null
    if (open) await store.answerReturn(tx, open.id, { complement, answeredAt: now })
    const { from, to } = TRANSITIONS.resubmit
    if (!(await store.moveArticle(tx, id, { from, to, now }))) throw stateConflict(actor, article)
    await emitArticleEvent(deps, tx, {
      articleId: id,
      action: 'resubmitted',
      ownerId: article.userId,
      actorId: actor.id,
      actor,
      title: article.title,
      changes: { before: { status: from }, after: { status: to } },
      words: complement,
      returnedBy: open?.userId ?? null,
      now,
    })
  })
}

/** Ends a returned article for good. */
export async function cancelArticle(deps: ArticleDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, articleEndpoints.cancel.access)
  const now = deps.clock()
  await transaction(deps.db, async (tx) => {
    const article = await lockFor(tx, actor, 'cancel', id)
    const { from, to } = TRANSITIONS.cancel
    if (!(await store.moveArticle(tx, id, { from, to, now }))) throw stateConflict(actor, article)
    const latest = await store.findLatestReturn(tx, id)
    await emitArticleEvent(deps, tx, {
      articleId: id,
      action: 'canceled',
      ownerId: article.userId,
      actorId: actor.id,
      actor,
      title: article.title,
      changes: { before: { status: from }, after: { status: to } },
      returnedBy: latest?.userId ?? null,
      now,
    })
  })
}

/** Deletes the own draft. That it existed stays in its history. */
export async function deleteArticle(
  deps: ArticleDeps,
  actor: Caller,
  id: number,
  { version, once = withoutKey }: { version?: number | undefined; once?: Once } = {},
): Promise<void> {
  requires(actor, articleEndpoints.remove.access)
  await transaction(deps.db, (tx) =>
    once(tx, async () => {
      const article = await lockFor(tx, actor, 'delete', id)
      await refuseOldArticle(tx, article, version)
      await store.removeArticle(tx, id)
      await emitArticleEvent(deps, tx, {
        articleId: id,
        action: 'deleted',
        ownerId: article.userId,
        actorId: actor.id,
        actor,
        title: article.title,
        words: article.title,
        now: deps.clock(),
      })
      return id
    }),
  )
}
