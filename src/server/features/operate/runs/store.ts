import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { runs } from '../../../db/schema/runs.ts'

/** An open run, locked until the transaction ends. */
export async function lockOpenRun(tx: Db, id: number) {
  const [run] = await tx
    .select({ name: runs.name, key: runs.key, state: runs.state })
    .from(runs)
    .where(and(eq(runs.id, id), isNull(runs.endedAt)))
    .for('update')
  return run
}

/** Undefined if there is no such run. */
export async function findRunName(db: Db, id: number): Promise<string | undefined> {
  const [run] = await db.select({ name: runs.name }).from(runs).where(eq(runs.id, id))
  return run?.name
}

export async function setRunState(
  tx: Db,
  id: number,
  { now, ...to }: { state: 'open' | 'stopped'; reason: string | null; now: Date },
): Promise<void> {
  await tx
    .update(runs)
    .set({ ...to, attempts: 0, resumeAt: null, touchedAt: now })
    .where(eq(runs.id, id))
}
