import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { ignoredPosts, keywordActions } from '../../db/schema/gsc-keywords.ts'
import type { PostOfSite } from '../content-tracker/service.ts'

type NewAction = typeof keywordActions.$inferInsert
export type ActionRow = typeof keywordActions.$inferSelect

/** Leaves posts out; answers those that were not left out before. */
export async function insertIgnored(tx: Db, posts: readonly (typeof ignoredPosts.$inferInsert)[]) {
  return tx
    .insert(ignoredPosts)
    .values([...posts])
    .onConflictDoNothing()
    .returning()
}

export async function removeIgnored(tx: Db, { siteId, postId }: PostOfSite) {
  const [removed] = await tx
    .delete(ignoredPosts)
    .where(and(eq(ignoredPosts.siteId, siteId), eq(ignoredPosts.postId, postId)))
    .returning()
  return removed
}

export async function insertActions(tx: Db, actions: readonly NewAction[]): Promise<void> {
  if (actions.length > 0) await tx.insert(keywordActions).values([...actions])
}

/** Begins an action on a post; undefined where another one is under way there. */
export async function beginAction(tx: Db, action: Omit<NewAction, 'state'>): Promise<number | undefined> {
  const [begun] = await tx
    .insert(keywordActions)
    .values({ ...action, state: 'pending' })
    .onConflictDoNothing({
      target: [keywordActions.siteId, keywordActions.postId],
      where: sql`state = 'pending'`,
    })
    .returning({ id: keywordActions.id })
  return begun?.id
}

/** What was under way when its server died is over: nobody knows how it ended. */
export async function endLost(tx: Db, { siteId, postId }: PostOfSite, before: Date): Promise<void> {
  await tx
    .update(keywordActions)
    .set({ state: 'failed', error: 'We don’t know if the site saved this keyword.' })
    .where(
      and(
        eq(keywordActions.siteId, siteId),
        eq(keywordActions.postId, postId),
        eq(keywordActions.state, 'pending'),
        lt(keywordActions.createdAt, before),
      ),
    )
}

/** Says how an action ended; false where it has already been given up as lost, which it stays. */
export async function endAction(
  tx: Db,
  id: number,
  end: { state: 'done'; error: null } | { state: 'failed'; error: string },
): Promise<boolean> {
  const ended = await tx
    .update(keywordActions)
    .set(end)
    .where(and(eq(keywordActions.id, id), eq(keywordActions.state, 'pending')))
    .returning({ id: keywordActions.id })
  return ended.length > 0
}

/** Keeps what the fields of a post held, as long as the action on it is under way. */
export async function keepFields(
  tx: Db,
  id: number,
  fieldsBefore: NonNullable<ActionRow['fieldsBefore']>,
): Promise<boolean> {
  const kept = await tx
    .update(keywordActions)
    .set({ fieldsBefore })
    .where(and(eq(keywordActions.id, id), eq(keywordActions.state, 'pending')))
    .returning({ id: keywordActions.id })
  return kept.length > 0
}

export async function findAction(db: Db, id: number): Promise<ActionRow | undefined> {
  const [action] = await db.select().from(keywordActions).where(eq(keywordActions.id, id))
  return action
}
