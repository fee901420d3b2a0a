import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { eventHooks } from '../../../db/schema/event-hooks.ts'
import type { SecretBox } from '../../../security/secret-box.ts'

export type HookRecord = typeof eventHooks.$inferSelect

const IS_THERE = isNull(eventHooks.deletedAt)

export async function countHooks(db: Db): Promise<number> {
  const [found] = await db.select({ count: count() }).from(eventHooks).where(IS_THERE)
  return found?.count ?? 0
}

/** Two at once could otherwise pass the limit together. */
export const lockHooks = (tx: Db) => tx.execute(sql`lock table event_hooks in share row exclusive mode`)

export async function insertHook(db: Db, hook: typeof eventHooks.$inferInsert): Promise<number> {
  const [made] = await db.insert(eventHooks).values(hook).returning({ id: eventHooks.id })
  if (!made) throw new TypeError('Nothing was inserted.')
  return made.id
}

/** A hook, locked until the transaction ends; acts that record an event for it go on meanwhile. */
export async function lockHook(db: Db, id: number): Promise<HookRecord | undefined> {
  const isThis = and(eq(eventHooks.id, id), IS_THERE)
  const [hook] = await db.select().from(eventHooks).where(isThis).for('no key update')
  return hook
}

/** Changes what users decide, which counts as another version. */
export async function updateHook(db: Db, id: number, values: Partial<HookRecord>): Promise<void> {
  await db
    .update(eventHooks)
    .set({ ...values, version: sql`${eventHooks.version} + 1` })
    .where(eq(eventHooks.id, id))
}

/** Changes how sending goes. */
export async function noteSending(
  db: Db,
  id: number,
  values: Partial<
    Pick<HookRecord, 'failures' | 'failingSince' | 'nextAt' | 'state' | 'stoppedAt' | 'stoppedBy'>
  >,
): Promise<void> {
  await db.update(eventHooks).set(values).where(eq(eventHooks.id, id))
}

/**
 * Deletes a hook with its address and secrets. Its row and its events go with the next removal of old data: all of a
 * long history at once would keep the transaction open for long.
 */
export const deleteHook = (db: Db, id: number, now: Date): Promise<void> =>
  updateHook(db, id, {
    ...{ state: 'paused', stoppedAt: now, deletedAt: now },
    ...{ address: '', secret: null, oldSecret: null },
  })

/** Seals all addresses and secrets with the current key. Those that no key opens stay as they are. */
export async function resealHooks(db: Db, box: SecretBox): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 }
  for (const column of ['address', 'secret', 'oldSecret'] as const) {
    const { id, [column]: sealedIn } = eventHooks
    for (const each of await db
      .select({ id, sealed: sealedIn })
      .from(eventHooks)
      .where(and(isNotNull(sealedIn), IS_THERE))) {
      if (each.sealed === null || box.isCurrent(each.sealed)) continue
      const opened = box.open(each.sealed)
      if (opened === null) counts.unreadable += 1
      else {
        const rows = await db
          .update(eventHooks)
          .set({ [column]: box.seal(opened) })
          .where(and(eq(id, each.id), eq(sealedIn, each.sealed)))
          .returning({ id })
        counts.resealed += rows.length
      }
    }
  }
  return counts
}
