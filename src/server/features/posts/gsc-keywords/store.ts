import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { ignoredPosts, keywordActions } from '../../../db/schema/gsc-keywords.ts'
import type { PostOfSite } from '../content-tracker/service.ts'

type NewAction = typeof keywordActions.$inferInsert
export type ActionRow = typeof keywordActions.$inferSelect

/** Ignores posts; returns those that were not ignored before. */
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

/** Begins an action on a post; undefined if it has another active one. */
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

/** Ends actions whose server died; their outcome is unknown. */
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

/** Records the outcome of an action; false if it was already declared lost, which is final. */
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

/** Stores the post's previous field values while the action is running. */
export async function storeFieldsBefore(
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
