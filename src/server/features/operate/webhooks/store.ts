import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { webhookDeliveries, webhookSubscriptions } from '../../../db/schema/webhooks.ts'
import type { SecretBox } from '../../../security/secret-box.ts'

export type SubscriptionRecord = typeof webhookSubscriptions.$inferSelect
export type DeliveryRecord = typeof webhookDeliveries.$inferSelect

export async function findSubscription(db: Db, id: string): Promise<SubscriptionRecord | undefined> {
  const [found] = await db.select().from(webhookSubscriptions).where(eq(webhookSubscriptions.id, id))
  return found
}

export async function listSubscriptions(db: Db): Promise<SubscriptionRecord[]> {
  return db.select().from(webhookSubscriptions).orderBy(asc(webhookSubscriptions.resource))
}

/** A new subscription takes the place of the one that the board had; false if another has done so already. */
export async function replaceSubscription(
  db: Db,
  old: Pick<SubscriptionRecord, 'id'> | undefined,
  subscription: { id: string; resource: string; target: string; createdAt: Date; startedBy: number | null },
): Promise<boolean> {
  if (old) await db.delete(webhookSubscriptions).where(eq(webhookSubscriptions.id, old.id))
  const rows = await db
    .insert(webhookSubscriptions)
    .values({ ...subscription, system: 'task-board', state: 'pending' })
    .onConflictDoNothing()
    .returning({ id: webhookSubscriptions.id })
  return rows.length > 0
}

/** Keeps the secret of a subscription that waits for one; false for any other. */
export async function storeSecret(db: Db, id: string, sealed: string): Promise<boolean> {
  const rows = await db
    .update(webhookSubscriptions)
    .set({ secret: sealed })
    .where(
      and(
        eq(webhookSubscriptions.id, id),
        eq(webhookSubscriptions.state, 'pending'),
        isNull(webhookSubscriptions.secret),
      ),
    )
    .returning({ id: webhookSubscriptions.id })
  return rows.length > 0
}

/** Seals all secrets with the current key. Those that no key opens stay as they are. */
export async function resealSecrets(
  db: Db,
  box: SecretBox,
): Promise<{ resealed: number; unreadable: number }> {
  const { id, secret } = webhookSubscriptions
  const sealed = await db.select({ id, secret }).from(webhookSubscriptions).where(isNotNull(secret))
  const counts = { resealed: 0, unreadable: 0 }
  for (const each of sealed) {
    if (each.secret === null || box.isCurrent(each.secret)) continue
    const opened = box.open(each.secret)
    if (opened === null) counts.unreadable += 1
    else {
      const rows = await db
        .update(webhookSubscriptions)
        .set({ secret: box.seal(opened) })
        .where(and(eq(id, each.id), eq(secret, each.secret)))
        .returning({ id })
      counts.resealed += rows.length
    }
  }
  return counts
}

export async function updateSubscription(
  db: Db,
  id: string,
  values: Partial<Pick<SubscriptionRecord, 'state' | 'remoteId' | 'error' | 'lastSeenAt'>>,
): Promise<void> {
  await db.update(webhookSubscriptions).set(values).where(eq(webhookSubscriptions.id, id))
}

/** Counts a call whose signature was not right. */
export async function countRefused(db: Db, id: string): Promise<void> {
  const refusedCount = sql`${webhookSubscriptions.refusedCount} + 1`
  await db.update(webhookSubscriptions).set({ refusedCount }).where(eq(webhookSubscriptions.id, id))
}

export async function removeSubscription(db: Db, id: string): Promise<void> {
  await db.delete(webhookSubscriptions).where(eq(webhookSubscriptions.id, id))
}

/** Undefined for a repeated delivery. */
export async function insertDelivery(
  db: Db,
  delivery: { subscriptionId: string; digest: string; body: unknown; receivedAt: Date },
): Promise<number | undefined> {
  const [row] = await db
    .insert(webhookDeliveries)
    .values(delivery)
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id })
  return row?.id
}

export async function findDelivery(db: Db, id: number): Promise<DeliveryRecord | undefined> {
  const [found] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
  return found
}

export async function markProcessed(db: Db, id: number, now: Date): Promise<void> {
  await db.update(webhookDeliveries).set({ processedAt: now }).where(eq(webhookDeliveries.id, id))
}
