import { TRANSITIONS, type ValidationCommand } from '#shared/features/articles/articles/rules.ts'
import { decisionEndpoints } from '#shared/features/articles/decisions/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import type { ArticleListener } from '../../../../kernel/article-events/article-event.ts'
import { type Actor, type Caller, requires } from '../../../../security/actor.ts'
import { dropEvents, releaseEvents } from '../../../../security/events.ts'
import type { HeldRow } from '../decision-queries.ts'
import * as decisions from '../decision-store.ts'
import * as store from '../store.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'
import { applyRevision } from './revise-article.ts'

export const RELEASE_DECISION = 'articles.release-decision'
export const REVIEW_EVENTS = { approve: 'approved', return: 'returned', reject: 'rejected' } as const

const SECOND_MS = 1000
/** A user who hovers over the countdown gets more time, but not for ever. */
const MOST_HELD_MS = 60 * SECOND_MS
const TOO_LATE = 'It is too late to undo this decision. Return the article instead.'
const RELEASE: Actor = { kind: 'job', name: RELEASE_DECISION }

type ReleaseDeps = Pick<ArticleDeps, 'listeners' | 'effects'>

export interface NewDecision {
  articleId: number
  command: ValidationCommand
  userId: number
  previousQaUserId: number | null
  words: string
  articleReturnId: number | null
}

/** Holds the effects of a decision; a job of the same transaction releases them. */
export async function holdEffects(
  { enqueue, clock, decisionUndoSeconds }: Pick<ArticleDeps, 'enqueue' | 'clock' | 'decisionUndoSeconds'>,
  tx: Db,
  { words, ...decision }: NewDecision,
): Promise<void> {
  const decidedAt = clock()
  const releaseAt = new Date(decidedAt.getTime() + decisionUndoSeconds * SECOND_MS)
  await decisions.insertDecision(tx, { ...decision, words: words || null, decidedAt, releaseAt })
  await enqueue(
    tx,
    RELEASE_DECISION,
    { articleId: decision.articleId },
    { afterSeconds: decisionUndoSeconds },
  )
}

async function release(deps: ReleaseDeps, tx: Db, decision: decisions.Decision): Promise<void> {
  const { articleId, command, userId, words, decidedAt } = decision
  await decisions.endDecision(tx, decision.id, 'released')
  await releaseEvents(tx, articleId)
  const article = await store.lockArticle(tx, articleId)
  if (!article) return
  const event = {
    ...{ articleId, title: article.title, action: REVIEW_EVENTS[command], ownerId: article.userId },
    ...{ actorId: userId, actor: RELEASE, words, now: decidedAt },
  }
  for (const effect of deps.effects) await effect(tx, event)
  if (command === 'approve')
    await applyRevision(deps, tx, { revision: article, actor: RELEASE, userId, now: decidedAt })
}

/** Releases the effects of an article's decision once its time is up; waits on if that was extended. */
export async function releaseDecision(deps: ArticleDeps, articleId: number): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const held = await decisions.lockHeld(tx, articleId)
    if (!held) return
    const left = held.releaseAt.getTime() - deps.clock().getTime()
    if (left <= 0) return release(deps, tx, held)
    const afterSeconds = Math.ceil(left / SECOND_MS)
    await deps.enqueue(tx, RELEASE_DECISION, { articleId }, { afterSeconds })
  })
}

/** Longer than the queue's own retries take. */
const OVERDUE_MS = 30 * 60 * SECOND_MS

/** Enqueues the release of decisions whose job has failed for good or was deleted. */
export async function releaseOverdue({
  db,
  enqueue,
  clock,
}: Pick<ArticleDeps, 'db' | 'enqueue' | 'clock'>): Promise<void> {
  for (const articleId of await decisions.listOverdue(db, new Date(clock().getTime() - OVERDUE_MS)))
    await enqueue(db, RELEASE_DECISION, { articleId })
}

/** The next step of an article releases what the one before it still holds, so that everything comes in order. */
export const releaseFirst =
  (deps: () => ReleaseDeps): ArticleListener =>
  async (tx, { articleId }) => {
    const held = await decisions.lockHeld(tx, articleId)
    if (held) await release(deps(), tx, held)
  }

/** Listeners whose effects wait while a decision can be undone. */
export const unlessHeld =
  (effect: ArticleListener): ArticleListener =>
  async (tx, event) => {
    if (!event.isHeld) await effect(tx, event)
  }

async function lockOwn(tx: Db, actor: Caller, articleId: number): Promise<decisions.Decision> {
  const held = await decisions.lockHeld(tx, articleId)
  if (!held) throw new AppError('conflict', TOO_LATE)
  if (held.userId !== actor.id) throw forbidden('Only the reviewer who decided can undo it.')
  return held
}

/** Keeps the caller's decision undoable for as long again, up to a minute after it was made. */
export async function extendDecision(
  { db, clock, decisionUndoSeconds }: Pick<ArticleDeps, 'db' | 'clock' | 'decisionUndoSeconds'>,
  actor: Caller,
  articleId: number,
): Promise<HeldRow> {
  requires(actor, decisionEndpoints.extend.access)
  return transaction(db, async (tx) => {
    const held = await lockOwn(tx, actor, articleId)
    const wanted = clock().getTime() + decisionUndoSeconds * SECOND_MS
    const releaseAt = new Date(Math.min(wanted, held.decidedAt.getTime() + MOST_HELD_MS))
    await decisions.moveRelease(tx, held.id, releaseAt)
    const article = await store.lockArticle(tx, articleId)
    return { articleId, title: article?.title ?? '', command: held.command, releaseAt }
  })
}

/** Undoes the caller's decision whose effects are still held; returns the words that came with it. */
export async function undoDecision(
  deps: Pick<ArticleDeps, 'db' | 'clock' | 'listeners'>,
  actor: Caller,
  articleId: number,
): Promise<string | null> {
  requires(actor, decisionEndpoints.undo.access)
  const now = deps.clock()
  return transaction(deps.db, async (tx) => {
    const article = await store.lockArticle(tx, articleId)
    if (!article) throw notFound('Article')
    const held = await lockOwn(tx, actor, articleId)
    const { to: from, from: to } = TRANSITIONS[held.command]
    await decisions.endDecision(tx, held.id, 'undone')
    await dropEvents(tx, articleId)
    const moved = await store.moveArticle(tx, articleId, { from, to, qaUserId: held.previousQaUserId, now })
    if (!moved) throw new AppError('conflict', TOO_LATE)
    if (held.articleReturnId !== null) await decisions.removeReturn(tx, held.articleReturnId)
    await emitArticleEvent(deps, tx, {
      articleId,
      action: 'decision-undone',
      ownerId: article.userId,
      actorId: actor.id,
      actor,
      title: article.title,
      changes: { before: { status: from }, after: { status: to } },
      now,
    })
    return held.words
  })
}
