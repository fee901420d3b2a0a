import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { runs } from '../../db/schema/runs.ts'

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
  { state, reason }: { state: 'open' | 'stopped'; reason: string | null },
): Promise<void> {
  await tx.update(runs).set({ state, reason, resumeAt: null }).where(eq(runs.id, id))
}

interface Which {
  name: string
  key: object
}

/** Removes the jobs of a run that wait for their time. */
export async function removeWaitingJobs(tx: Db, { name, key }: Which): Promise<void> {
  await tx.execute(sql`
    delete from jobs.job
    where name = ${name} and data = ${JSON.stringify(key)}::jsonb and state in ('created', 'retry', 'failed')`)
}
