import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { STEP_TRIES } from '#shared/features/ground/factors/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { signInChallenges } from '../../../db/schema/factors.ts'

export type Challenge = typeof signInChallenges.$inferSelect
export type Purpose = Challenge['purpose']

/** Names a step that somebody answers. */
export interface StepKey {
  tokenHash: string
  purpose: Purpose
  /** The user who must own the step; null for a passkey sign-in. */
  userId: number | null
}

export async function insertChallenge(db: Db, challenge: Omit<Challenge, 'tries' | 'usedAt'>): Promise<void> {
  await db.insert(signInChallenges).values(challenge)
}

const isOpen = ({ tokenHash, purpose }: Omit<StepKey, 'userId'>, now: Date) =>
  and(
    eq(signInChallenges.tokenHash, tokenHash),
    eq(signInChallenges.purpose, purpose),
    isNull(signInChallenges.usedAt),
    gt(signInChallenges.expiresAt, now),
  )

const isOf = ({ userId }: StepKey) =>
  userId === null ? isNull(signInChallenges.userId) : eq(signInChallenges.userId, userId)

/** A step that can still be answered. */
export async function findOpenChallenge(
  db: Db,
  key: Omit<StepKey, 'userId'>,
  now: Date,
): Promise<Challenge | undefined> {
  const [found] = await db
    .select()
    .from(signInChallenges)
    .where(and(isOpen(key, now), lt(signInChallenges.tries, STEP_TRIES)))
  return found
}

/** Counts an answer before it is checked; undefined if the step may not be answered any more. */
export async function countAnswer(db: Db, key: StepKey, now: Date): Promise<Challenge | undefined> {
  const [counted] = await db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(and(isOpen(key, now), isOf(key), lt(signInChallenges.tries, STEP_TRIES)))
    .returning()
  return counted
}

/** Whether the step was neither used nor canceled meanwhile; it stays so until the transaction ends. */
export async function lockOpenChallenge(db: Db, key: StepKey, now: Date): Promise<boolean> {
  const found = await db
    .select({ tries: signInChallenges.tries })
    .from(signInChallenges)
    .where(isOpen(key, now))
    .for('update')
  return found.length > 0
}

export async function closeChallenge(
  db: Db,
  { tokenHash }: Pick<StepKey, 'tokenHash'>,
  now: Date,
): Promise<void> {
  await db.update(signInChallenges).set({ usedAt: now }).where(eq(signInChallenges.tokenHash, tokenHash))
}

/** Makes the open steps of a user worthless. */
export async function closeChallengesOf(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(signInChallenges)
    .set({ usedAt: now })
    .where(and(eq(signInChallenges.userId, userId), isNull(signInChallenges.usedAt)))
}
