import type { Override } from '#shared/features/articles/preflight/contract.ts'
import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../security/actor.ts'
import type { AuditSubject } from '../../security/audit.ts'

/** Events of an article. All are in its history, except `saved` by its owner. */
export type ArticleEventKind =
  | 'drafted'
  /** Created from an existing task. */
  | 'adopted'
  | 'requested'
  | 'saved'
  /** A keyword was added or removed. The text, and everything that copies it, stays as it is. */
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
  /** The article has a new owner; its text stays as it is. */
  | 'handed-over'
  /** An update of it was approved, and its text was replaced. */
  | 'revised'
  /** Its post has a new address, is offline, is back, or will be created again. */
  | 'post-moved'
  | 'post-lost'
  | 'post-back'
  | 'post-renewed'

export interface ArticleDomainEvent {
  articleId: number
  title: string
  action: ArticleEventKind
  ownerId: number
  /** The acting user; null for an outside system. */
  actorId: number | null
  /** The actor for the audit trail. */
  actor: Actor
  /** The changed values. */
  changes?: Pick<AuditSubject, 'before' | 'after'>
  /** The reason, reply or comment that came with it. */
  words?: string | null
  /** Parts of its text that another user than its owner has changed. */
  edited?: string
  /** The user who last returned the article, if this answers that. */
  returnedBy?: number | null
  /** The approving user, if that user should be notified too. */
  validatorId?: number | null
  /** Reasons for overriding preflight warnings, if a save gives some. */
  overrides?: readonly Override[]
  /** The effects wait while the decision can be undone. */
  isHeld?: boolean
  now: Date
}

/** Runs in the same transaction as the change; if it fails, the change is rolled back. */
export type ArticleListener = (tx: Db, event: ArticleDomainEvent) => Promise<void>
