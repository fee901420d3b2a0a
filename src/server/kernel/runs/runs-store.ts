import { and, eq, isNull, sql } from 'drizzle-orm'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import { runs } from '../../db/schema/runs.ts'

type RunRow = typeof runs.$inferSelect
type Which = Pick<RunRow, 'name' | 'key'>

const isOpen = ({ name, key }: Which) =>
  and(eq(runs.name, name), sql`${runs.key} = ${JSON.stringify(key)}::jsonb`, isNull(runs.endedAt))

interface Opening extends Which, Pick<RunRow, 'resumeAt'> {
  /** It is requested by a schedule, which does not resume what a user has stopped since yesterday. */
  isScheduled?: boolean
}

/** Opens a run, or asks the open one for another step and resumes it if it was stopped; returns whether it is new. */
export async function openRun(
  tx: Db,
  { name, key, resumeAt, isScheduled = false }: Opening,
  now: Date,
): Promise<boolean> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  const isResumed = isScheduled ? sql`${runs.touchedAt} < ${yesterday}` : sql`true`
  const [run] = await tx
    .insert(runs)
    .values({ name, key, resumeAt, startedAt: now, touchedAt: now })
    .onConflictDoUpdate({
      target: [runs.name, runs.key],
      targetWhere: isNull(runs.endedAt),
      set: {
        asked: sql`${runs.asked} + 1`,
        state: sql`case when ${isResumed} then 'open' else ${runs.state} end`,
      },
    })
    .returning({ asked: runs.asked })
  return run?.asked === 1
}

/** Opens a run unless it is open. */
export async function ensureOpenRun(db: Db, { name, key }: Which, now: Date): Promise<void> {
  await db.insert(runs).values({ name, key, startedAt: now, touchedAt: now }).onConflictDoNothing()
}

/** An open run as its next step finds it. */
export type OpenRun = Pick<RunRow, 'id' | 'asked' | 'attempts'>

/** Takes an open run for its next step; undefined if there is none. */
export async function takeRun(db: Db, which: Which, now: Date): Promise<OpenRun | undefined> {
  const [run] = await db
    .update(runs)
    .set({ touchedAt: now, resumeAt: null })
    .where(and(isOpen(which), eq(runs.state, 'open')))
    .returning({ id: runs.id, asked: runs.asked, attempts: runs.attempts })
  return run
}

/** Ends a run; false if another step was requested meanwhile. */
export async function endRun(
  db: Db,
  { id, asked }: Pick<OpenRun, 'id' | 'asked'>,
  now: Date,
): Promise<boolean> {
  const ended = await db
    .update(runs)
    .set({ state: 'ended', endedAt: now, attempts: 0, reason: null, resumeAt: null })
    .where(and(eq(runs.id, id), eq(runs.asked, asked), isNull(runs.endedAt)))
    .returning({ id: runs.id })
  return ended.length > 0
}

/**
 * Records that a step succeeded, and when the next one may be taken; null for now. False if the run was stopped
 * meanwhile.
 */
export async function pauseRun(
  tx: Db,
  { id }: Pick<OpenRun, 'id'>,
  pause: Pick<RunRow, 'resumeAt' | 'reason'>,
): Promise<boolean> {
  const paused = await tx
    .update(runs)
    .set({ ...pause, attempts: 0 })
    .where(and(eq(runs.id, id), eq(runs.state, 'open')))
    .returning({ id: runs.id })
  return paused.length > 0
}

/** Records a failed step. Without a moment to resume, the run has failed for good. */
export async function failRun(
  db: Db,
  { id }: Pick<OpenRun, 'id'>,
  { reason, resumeAt, now }: Pick<RunRow, 'reason' | 'resumeAt'> & { now: Date },
): Promise<void> {
  await db
    .update(runs)
    .set({
      ...{ reason, resumeAt, attempts: sql`${runs.attempts} + 1` },
      ...(resumeAt === null ? { state: 'failed' as const, endedAt: now } : {}),
    })
    .where(and(eq(runs.id, id), eq(runs.state, 'open')))
}

interface LostQuery {
  /** Names of the runs that there are. */
  names: readonly string[]
  now: Date
  /** No step was taken since. */
  before: Date
}

/** Open runs that nothing continues: they have no job, and their pause is over. */
export async function listLost(db: Db, { names, now, before }: LostQuery): Promise<Which[]> {
  const { rows } = await db.execute<{ name: string; key: object }>(sql`
    select r.name, r.key from runs r
    where r.ended_at is null and r.state = 'open' and r.name = any(${sql.param([...names])}::text[])
      and r.touched_at <= ${before} and (r.resume_at is null or r.resume_at <= ${now})
      and not exists (select 1 from jobs.job j
        where j.name = r.name and j.data = r.key and j.state in ('created', 'retry', 'active'))
    order by r.run_id`)
  return rows
}

/** Whether there is such a run, ended or not. */
export async function hasRun(db: Db, { name, key }: Which): Promise<boolean> {
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.name, name), sql`${runs.key} = ${JSON.stringify(key)}::jsonb`))
    .limit(1)
  return rows.length > 0
}

/** Ends a run whose work was called off. */
export async function closeRun(tx: Db, which: Which, now: Date): Promise<void> {
  await tx.update(runs).set({ state: 'ended', endedAt: now, resumeAt: null }).where(isOpen(which))
}

/** Locks a run, so that nobody else enqueues its job; false if it has ended or was stopped. */
export async function lockRun(tx: Db, which: Which): Promise<boolean> {
  const rows = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(isOpen(which), eq(runs.state, 'open')))
    .for('update')
  return rows.length > 0
}

const ofRun = ({ name, key }: Which) => sql`name = ${name} and data = ${JSON.stringify(key)}::jsonb`

/** Lets the waiting job of a run begin now; false if none waits. */
export async function hastenJob(tx: Db, which: Which): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`update jobs.job set start_after = now() where ${ofRun(which)} and state in ('created', 'retry')`,
  )
  return (rowCount ?? 0) > 0
}

/** Removes the jobs of a run that failed for good, which a new one replaces. */
export async function removeFailedJobs(tx: Db, which: Which): Promise<void> {
  await tx.execute(sql`delete from jobs.job where ${ofRun(which)} and state = 'failed'`)
}

/** Removes the jobs of a run that wait for their time or have failed. */
export async function removeWaitingJobs(tx: Db, which: Which): Promise<void> {
  await tx.execute(
    sql`delete from jobs.job where ${ofRun(which)} and state in ('created', 'retry', 'failed')`,
  )
}
