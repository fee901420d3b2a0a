import { and, eq, sql } from 'drizzle-orm'
import { type DigestPreferences, type NoticeWay, USUAL_DIGEST } from '#shared/features/ground/notices/form.ts'
import {
  type ChosenGroup,
  type NoticeGroup,
  type NoticeKind,
  noticeGroupOf,
} from '#shared/features/ground/notices/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { noticeChoices, noticePreferences } from '../../../db/schema/notices.ts'

export type Choices = ReadonlyMap<NoticeGroup, NoticeWay>

/** What a user has chosen for each group. */
export async function listChoices(db: Db, userId: number): Promise<Choices> {
  const rows = await db
    .select({ group: noticeChoices.group, way: noticeChoices.way })
    .from(noticeChoices)
    .where(eq(noticeChoices.userId, userId))
  return new Map(rows.map(({ group, way }) => [group, way]))
}

/** Whether a user has switched notices of this kind off; for commands, which have no server's settings. */
export async function isKindOff(db: Db, userId: number, kind: NoticeKind): Promise<boolean> {
  return (await listChoices(db, userId)).get(noticeGroupOf(kind)) === 'off'
}

interface Choice {
  userId: number
  group: ChosenGroup
  way: NoticeWay
  now: Date
}

export async function saveChoice(tx: Db, { userId, group, way, now }: Choice): Promise<void> {
  await tx
    .insert(noticeChoices)
    .values({ userId, group, way, changedAt: now })
    .onConflictDoUpdate({
      target: [noticeChoices.userId, noticeChoices.group],
      set: { way, changedAt: now },
    })
}

export async function removeChoices(tx: Db, userId: number): Promise<void> {
  await tx.delete(noticeChoices).where(eq(noticeChoices.userId, userId))
}

export interface StoredPreferences extends DigestPreferences {
  /** Day of the last digest; null for none yet. */
  lastDay: string | null
}

export async function findPreferences(db: Db, userId: number): Promise<StoredPreferences> {
  const [row] = await db.select().from(noticePreferences).where(eq(noticePreferences.userId, userId))
  if (row === undefined) return { ...USUAL_DIGEST, lastDay: null }
  const { digestHour: hour, digestDays: days, holdsOvernight, digestedOn: lastDay } = row
  return { hour, days, holdsOvernight, lastDay }
}

/** The same, locked until the transaction ends: digests and choices of one user wait for each other. */
export async function lockPreferences(tx: Db, userId: number): Promise<StoredPreferences> {
  const { hour: digestHour, days, holdsOvernight } = USUAL_DIGEST
  await tx
    .insert(noticePreferences)
    .values({ userId, digestHour, digestDays: [...days], holdsOvernight })
    .onConflictDoNothing()
  await tx.execute(
    sql`select from ${noticePreferences} where ${noticePreferences.userId} = ${userId} for update`,
  )
  return findPreferences(tx, userId)
}

export async function savePreferences(
  tx: Db,
  userId: number,
  { hour, days, holdsOvernight, lastDay }: StoredPreferences,
): Promise<void> {
  await tx
    .update(noticePreferences)
    .set({ digestHour: hour, digestDays: [...days], holdsOvernight, digestedOn: lastDay })
    .where(eq(noticePreferences.userId, userId))
}

/** Records that the digest of a day is done; false if it already was. */
export async function markDigested(tx: Db, userId: number, day: string): Promise<boolean> {
  const marked = await tx
    .update(noticePreferences)
    .set({ digestedOn: day })
    .where(
      and(
        eq(noticePreferences.userId, userId),
        sql`${noticePreferences.digestedOn} is distinct from ${day}::date`,
      ),
    )
    .returning({ userId: noticePreferences.userId })
  return marked.length > 0
}
