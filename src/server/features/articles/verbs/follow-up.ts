import type { Override } from '#shared/features/preflight/contract.ts'
import type { Db } from '../../../db/connect.ts'
import type { Actor } from '../../../security/actor.ts'
import { type AuditSubject, audit } from '../../../security/audit.ts'
import { insertEvent } from '../store.ts'

/** What happened to an article. All stand in its history, but for its owner's own `saved`. */
export type ArticleStep =
  | 'drafted'
  /** Made from a task that was on the board already. */
  | 'adopted'
  | 'requested'
  | 'saved'
  /** It is found under one keyword more, or less. Its text stays as it is, and so does everything that copies it. */
  | 'keyword-linked'
  | 'keyword-unlinked'
  | 'approved'
  | 'returned'
  | 'rejected'
  /** QA undid its decision before the effects were released. */
  | 'decision-undone'
  | 'resubmitted'
  | 'canceled'
  | 'published'
  | 'deleted'
  /** It is somebody else's from now on; its text stays as it is. */
  | 'handed-over'
  /** An update of it was approved: its text is that one's. */
  | 'revised'
  /** Its post has another address, is not before readers any more, is there again, or is to be made anew. */
  | 'post-moved'
  | 'post-lost'
  | 'post-back'
  | 'post-renewed'

export interface ArticleHappening {
  articleId: number
  /** What the article is called. */
  title: string
  action: ArticleStep
  /** Whose article it is. */
  ownerId: number
  /** Who did it; null where an outside system did. */
  actorId: number | null
  /** Who made us write it down. */
  actor: Actor
  /** What is different now. */
  changes?: Pick<AuditSubject, 'before' | 'after'>
  /** The reason, reply or comment that came with it. */
  words?: string | null
  /** What of its text somebody else than its owner has changed. */
  edited?: string
  /** Who sent the article back last, where this answers that. */
  returnedBy?: number | null
  /** Who approved it, where that person is concerned too. */
  validatorId?: number | null
  /** Why preflight warnings were gone past, where a save says so. */
  overrides?: readonly Override[]
  /** The effects wait while the decision can be undone. */
  isHeld?: boolean
  now: Date
}

/** Something that has to happen with it, in the same transaction: no listener, no change. */
export type ArticleListener = (tx: Db, happening: ArticleHappening) => Promise<void>

/** Writes into the history what has just happened and tells everything that follows articles. */
export async function followUp(
  { listeners }: { listeners: readonly ArticleListener[] },
  tx: Db,
  happening: ArticleHappening,
): Promise<void> {
  const { articleId, action, actorId, ownerId, words, edited, now } = happening
  if (action !== 'saved' || edited) {
    const isReview = action === 'approved' || action === 'returned' || action === 'rejected'
    await insertEvent(tx, {
      articleId,
      userId: actorId,
      action,
      comment: words || edited || null,
      isSelf: isReview && actorId === ownerId,
      createdAt: now,
    })
  }
  const { actor, title, changes = {} } = happening
  // To whom it went, the entry's owners say.
  const said = action === 'handed-over' ? null : words
  await audit(tx, actor, `article.${action}`, {
    id: articleId,
    label: title,
    ...changes,
    ...(said ? { after: { ...changes.after, words: said } } : {}),
  })
  for (const listen of listeners) await listen(tx, happening)
}
