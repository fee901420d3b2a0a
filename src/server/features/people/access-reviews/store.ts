import { and, asc, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { ReviewDecision } from '#shared/features/people/access-reviews/rules.ts'
import type { Db } from '../../../db/connect.ts'
import {
  accessReviewAccounts,
  accessReviewSystems,
  accessReviews,
} from '../../../db/schema/access-reviews.ts'

export type ReviewRow = typeof accessReviews.$inferSelect
export type ReviewSystemRow = typeof accessReviewSystems.$inferSelect
export type NewReviewed = typeof accessReviewAccounts.$inferInsert

/** As many rows as one statement takes. */
const TOGETHER = 1000

export async function insertReview(db: Db, review: { userId: number; beganAt: Date }): Promise<number> {
  const [row] = await db.insert(accessReviews).values(review).returning({ id: accessReviews.id })
  if (!row) throw new Error('The database did not return the new review.')
  return row.id
}

export async function insertSystems(
  db: Db,
  systems: readonly (typeof accessReviewSystems.$inferInsert)[],
): Promise<void> {
  await db.insert(accessReviewSystems).values([...systems])
}

export async function findReview(db: Db, id: number): Promise<ReviewRow | undefined> {
  const [review] = await db.select().from(accessReviews).where(eq(accessReviews.id, id))
  return review
}

/** Returns the review, locked until the transaction ends. */
export async function lockReview(db: Db, id: number): Promise<ReviewRow | undefined> {
  const [review] = await db.select().from(accessReviews).where(eq(accessReviews.id, id)).for('update')
  return review
}

/** Prevents the open review from being finished until the transaction ends; returns whether there is one. */
export async function holdOpen(db: Db): Promise<boolean> {
  const rows = await db
    .select({ id: accessReviews.id })
    .from(accessReviews)
    .where(isNull(accessReviews.endedAt))
    .for('share')
  return rows.length > 0
}

export async function findLast(db: Db): Promise<ReviewRow | undefined> {
  const [review] = await db.select().from(accessReviews).orderBy(desc(accessReviews.id)).limit(1)
  return review
}

export async function countReviews(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(accessReviews)
  return row?.count ?? 0
}

export const listReviewSystems = (db: Db, reviewId: number): Promise<ReviewSystemRow[]> =>
  db
    .select()
    .from(accessReviewSystems)
    .where(eq(accessReviewSystems.reviewId, reviewId))
    .orderBy(asc(accessReviewSystems.position))

/** Records a system's answer or failure; returns whether it was still awaited. */
export async function answerSystem(
  db: Db,
  { reviewId, operation }: Pick<ReviewSystemRow, 'reviewId' | 'operation'>,
  answer: Pick<ReviewSystemRow, 'state' | 'detail'>,
): Promise<boolean> {
  const answered = await db
    .update(accessReviewSystems)
    .set(answer)
    .where(
      and(
        eq(accessReviewSystems.reviewId, reviewId),
        eq(accessReviewSystems.operation, operation),
        eq(accessReviewSystems.state, 'waiting'),
      ),
    )
    .returning({ operation: accessReviewSystems.operation })
  return answered.length > 0
}

/** Resets systems that failed, so that they are queried again; returns their number. */
export async function resetFailed(db: Db, reviewId: number): Promise<number> {
  const reset = await db
    .update(accessReviewSystems)
    .set({ state: 'waiting', detail: '' })
    .where(and(eq(accessReviewSystems.reviewId, reviewId), eq(accessReviewSystems.state, 'failed')))
    .returning({ operation: accessReviewSystems.operation })
  return reset.length
}

/** Stores each account of a system once, even if the system lists it twice. */
export async function insertAccounts(db: Db, accounts: readonly NewReviewed[]): Promise<void> {
  for (let at = 0; at < accounts.length; at += TOGETHER)
    await db
      .insert(accessReviewAccounts)
      .values(accounts.slice(at, at + TOGETHER))
      .onConflictDoNothing()
}

interface Deciding {
  reviewId: number
  ids: readonly number[]
  decision: 'keep' | 'closed' | null
  userId: number
  at: Date
  /** Leaves out accounts of the user who decides. */
  exceptOwn: boolean
}

const isDistinct = (userId: number) => sql`${accessReviewAccounts.personId} is distinct from ${userId}::int`

/** Whether some of these accounts belong to a user, and nothing is decided about them. */
export async function holdsOwn(
  db: Db,
  { reviewId, ids, userId }: Pick<Deciding, 'reviewId' | 'ids' | 'userId'>,
): Promise<boolean> {
  const own = await db.$count(
    accessReviewAccounts,
    and(
      eq(accessReviewAccounts.reviewId, reviewId),
      inArray(accessReviewAccounts.id, [...ids]),
      eq(accessReviewAccounts.personId, userId),
      isNull(accessReviewAccounts.decision),
    ),
  )
  return own > 0
}

/** Decides on undecided accounts, or reverts decisions; returns the changed ones. */
export async function decide(
  db: Db,
  { reviewId, ids, decision, userId, at, exceptOwn }: Deciding,
): Promise<{ operation: string; account: string }[]> {
  const of = and(eq(accessReviewAccounts.reviewId, reviewId), inArray(accessReviewAccounts.id, [...ids]))
  const stands =
    decision === null
      ? inArray(accessReviewAccounts.decision, ['keep', 'closed'])
      : isNull(accessReviewAccounts.decision)
  return db
    .update(accessReviewAccounts)
    .set(
      decision === null
        ? { decision, decidedBy: null, decidedAt: null }
        : { decision, decidedBy: userId, decidedAt: at },
    )
    .where(and(of, stands, exceptOwn ? isDistinct(userId) : undefined))
    .returning({ operation: accessReviewAccounts.operation, account: accessReviewAccounts.account })
}

/** Begins to revoke an undecided account, or one whose revocation was interrupted before `staleBefore`. */
export async function beginRevoking(
  db: Db,
  id: number,
  { userId, at, staleBefore }: { userId: number; at: Date; staleBefore: Date },
): Promise<boolean> {
  const begun = await db
    .update(accessReviewAccounts)
    .set({ decision: 'revoking', decidedBy: userId, decidedAt: at, outcome: '' })
    .where(
      and(
        eq(accessReviewAccounts.id, id),
        or(
          isNull(accessReviewAccounts.decision),
          and(eq(accessReviewAccounts.decision, 'revoking'), lt(accessReviewAccounts.decidedAt, staleBefore)),
        ),
      ),
    )
    .returning({ id: accessReviewAccounts.id })
  return begun.length > 0
}

/** Stores the outcome; returns whether the revocation was still running. */
export async function endRevoking(
  db: Db,
  id: number,
  { decision, outcome, at }: { decision: ReviewDecision | null; outcome: string; at: Date },
): Promise<boolean> {
  const ended = await db
    .update(accessReviewAccounts)
    // An account that is undecided again has no decider.
    .set(
      decision === null
        ? { decision, outcome, decidedBy: null, decidedAt: null }
        : { decision, outcome, decidedAt: at },
    )
    .where(and(eq(accessReviewAccounts.id, id), eq(accessReviewAccounts.decision, 'revoking')))
    .returning({ id: accessReviewAccounts.id })
  return ended.length > 0
}

/** How many accounts of a review nothing is decided about, or are being revoked. */
export async function countOpen(db: Db, reviewId: number): Promise<number> {
  return db.$count(
    accessReviewAccounts,
    and(
      eq(accessReviewAccounts.reviewId, reviewId),
      or(isNull(accessReviewAccounts.decision), eq(accessReviewAccounts.decision, sql`'revoking'`)),
    ),
  )
}

export async function endReview(db: Db, id: number, end: { endedAt: Date; endedBy: number }): Promise<void> {
  await db.update(accessReviews).set(end).where(eq(accessReviews.id, id))
}
