import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { HandedOver, OffboardingState } from '#shared/features/people/offboarding/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { offboardingRuns, offboardingSystems } from '../../../db/schema/offboarding.ts'

export type OffboardingRow = typeof offboardingRuns.$inferSelect
export type SystemRow = typeof offboardingSystems.$inferSelect

export async function insertRun(db: Db, run: typeof offboardingRuns.$inferInsert): Promise<number> {
  const [row] = await db.insert(offboardingRuns).values(run).returning({ id: offboardingRuns.id })
  if (!row) throw new Error('The database did not return the new run.')
  return row.id
}

export async function insertSystems(
  db: Db,
  systems: readonly (typeof offboardingSystems.$inferInsert)[],
): Promise<void> {
  await db.insert(offboardingSystems).values([...systems])
}

export async function findRun(db: Db, id: number): Promise<OffboardingRow | undefined> {
  const [run] = await db.select().from(offboardingRuns).where(eq(offboardingRuns.id, id))
  return run
}

/** Returns the run, locked until the transaction ends. */
export async function lockRun(db: Db, id: number): Promise<OffboardingRow | undefined> {
  const [run] = await db.select().from(offboardingRuns).where(eq(offboardingRuns.id, id)).for('update')
  return run
}

export const listRunSystems = (db: Db, runId: number): Promise<SystemRow[]> =>
  db
    .select()
    .from(offboardingSystems)
    .where(eq(offboardingSystems.runId, runId))
    .orderBy(asc(offboardingSystems.position))

const isSystem = ({ runId, operation }: Pick<SystemRow, 'runId' | 'operation'>) =>
  and(eq(offboardingSystems.runId, runId), eq(offboardingSystems.operation, operation))

/** Moves a system from one state to another; returns whether it was still in the first one. */
export async function moveSystem(
  db: Db,
  system: Pick<SystemRow, 'runId' | 'operation'>,
  { from, to, ...values }: Partial<SystemRow> & { from: OffboardingState; to: OffboardingState },
): Promise<boolean> {
  const moved = await db
    .update(offboardingSystems)
    .set({ ...values, state: to })
    .where(and(isSystem(system), eq(offboardingSystems.state, from)))
    .returning({ operation: offboardingSystems.operation })
  return moved.length > 0
}

/** Ends an active run; returns whether it was still active. */
export async function endRun(
  db: Db,
  id: number,
  times: { endedAt: Date; secondLookAt: Date },
): Promise<boolean> {
  const ended = await db
    .update(offboardingRuns)
    .set(times)
    .where(and(eq(offboardingRuns.id, id), isNull(offboardingRuns.endedAt)))
    .returning({ id: offboardingRuns.id })
  return ended.length > 0
}

export async function setHandedOver(db: Db, id: number, handedOver: HandedOver): Promise<void> {
  await db.update(offboardingRuns).set({ handedOver }).where(eq(offboardingRuns.id, id))
}

/** Fails all unfinished systems of a run, because nobody may continue it. */
export async function failUnfinished(db: Db, runId: number, end: { detail: string; endedAt: Date }) {
  await db
    .update(offboardingSystems)
    .set({ ...end, state: 'failed' })
    .where(
      and(eq(offboardingSystems.runId, runId), inArray(offboardingSystems.state, ['waiting', 'running'])),
    )
}

/** Resets systems that failed, were refused or are open again; returns their number. */
export async function resetFailed(db: Db, runId: number): Promise<number> {
  const reset = await db
    .update(offboardingSystems)
    .set({
      state: 'waiting',
      detail: '',
      beganAt: null,
      endedAt: null,
      laterState: null,
      laterDetail: null,
    })
    .where(
      and(
        eq(offboardingSystems.runId, runId),
        or(
          inArray(offboardingSystems.state, ['failed', 'refused']),
          inArray(offboardingSystems.laterState, ['open']),
        ),
      ),
    )
    .returning({ operation: offboardingSystems.operation })
  return reset.length
}

/** The run continues with the permissions of the user who repeated it. */
export async function reopenRun(
  db: Db,
  id: number,
  by: Pick<OffboardingRow, 'actingId' | 'requestId' | 'address'>,
): Promise<void> {
  await db
    .update(offboardingRuns)
    .set({ ...by, endedAt: null, secondLookAt: null, secondLookedAt: null })
    .where(eq(offboardingRuns.id, id))
}

export async function setLater(
  db: Db,
  system: Pick<SystemRow, 'runId' | 'operation'>,
  later: Pick<SystemRow, 'laterState' | 'laterDetail'>,
): Promise<void> {
  await db.update(offboardingSystems).set(later).where(isSystem(system))
}

/** Returns whether the second check was still due: the run was neither repeated nor checked since. */
export async function endSecondLook(
  db: Db,
  id: number,
  { endedAt, now }: { endedAt: Date; now: Date },
): Promise<boolean> {
  const looked = await db
    .update(offboardingRuns)
    .set({ secondLookedAt: now })
    .where(
      and(
        eq(offboardingRuns.id, id),
        eq(offboardingRuns.endedAt, endedAt),
        isNull(offboardingRuns.secondLookedAt),
      ),
    )
    .returning({ id: offboardingRuns.id })
  return looked.length > 0
}

export async function countRuns(db: Db): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(offboardingRuns)
  return row?.count ?? 0
}
